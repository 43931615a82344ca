-- Up Migration

-- What changed in an appointment, one row for each change, stored in the transaction of the change. The rows go with the
-- appointment, except for that of its removal. No row contains a name, a contact or a text of a customer, except `reason`.
CREATE TABLE appointment_changes (
  appointment_id  text NOT NULL,
  -- order of the changes of one appointment, whose writers wait for each other
  id              bigint GENERATED ALWAYS AS IDENTITY,
  -- order in which readers of all appointments get the changes; given after the commit, so that none appears behind a reader
  position        bigint,
  application_id  text NOT NULL,
  organization_id text,
  version         integer NOT NULL,
  type            text NOT NULL,
  at              timestamptz NOT NULL,
  actor           json NOT NULL,
  changed         json NOT NULL,
  reason          text,
  -- who was assigned before and afterwards decides who may learn about the change
  agents_before   text[] NOT NULL,
  agents_after    text[] NOT NULL,
  -- the starts before and afterwards: the days whose figures change
  starts          timestamptz[] NOT NULL,
  PRIMARY KEY (appointment_id, id)
);
CREATE UNIQUE INDEX appointment_changes_in_order ON appointment_changes (position) WHERE position IS NOT NULL;
CREATE INDEX appointment_changes_unnumbered ON appointment_changes (id) WHERE position IS NULL;
CREATE INDEX appointment_changes_of_removals ON appointment_changes (at) WHERE type = 'APRemovedEvent';
CREATE SEQUENCE appointment_change_positions;

-- The last position before each minute in which changes were numbered, to begin at a time.
CREATE TABLE appointment_change_marks (
  at       timestamptz PRIMARY KEY,
  position bigint NOT NULL
);
