-- Up Migration

-- The history of appointments: one row for each change, stored in the transaction of the change. The rows are deleted
-- with the appointment, except for the row of its removal. Apart from `reason`, no row contains a customer's name,
-- contact or text.
CREATE TABLE appointment_changes (
  appointment_id  text NOT NULL,
  -- orders the changes of one appointment, because its writers wait for each other
  id              bigint GENERATED ALWAYS AS IDENTITY,
  -- orders the changes of all appointments for readers of the feed; assigned after the commit, so that no change
  -- appears behind a reader
  position        bigint,
  application_id  text NOT NULL,
  organization_id text,
  version         integer NOT NULL,
  type            text NOT NULL,
  at              timestamptz NOT NULL,
  actor           json NOT NULL,
  changed         json NOT NULL,
  reason          text,
  -- the agents assigned before and after the change, which decide who may see it
  agents_before   text[] NOT NULL,
  agents_after    text[] NOT NULL,
  -- the starts before and after the change, which are on the days whose figures change
  starts          timestamptz[] NOT NULL,
  PRIMARY KEY (appointment_id, id)
);
CREATE UNIQUE INDEX appointment_changes_in_order ON appointment_changes (position) WHERE position IS NOT NULL;
CREATE INDEX appointment_changes_unnumbered ON appointment_changes (id) WHERE position IS NULL;
CREATE INDEX appointment_changes_of_removals ON appointment_changes (at) WHERE type = 'APRemovedEvent';
CREATE SEQUENCE appointment_change_positions;

-- The last position before each minute in which changes were numbered. A reader that begins at a time looks it up here.
CREATE TABLE appointment_change_marks (
  at       timestamptz PRIMARY KEY,
  position bigint NOT NULL
);
