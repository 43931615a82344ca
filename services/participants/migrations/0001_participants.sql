-- Up Migration

-- Settings of applications, as the appointments service tells them; the newest version stands.
CREATE TABLE applications (
  id       text PRIMARY KEY,
  version  integer NOT NULL,
  settings jsonb NOT NULL
);

-- The roster this service owns beside the newest snapshot of the appointment it belongs to.
-- What was removed for good keeps its id and nothing else, so that a late event brings nothing back.
CREATE TABLE appointments (
  id                  text PRIMARY KEY,
  appointment         jsonb,
  roster              jsonb,
  -- what the appointment's own changes did to the interaction, by their version
  interaction_course  jsonb,
  removed_at          timestamptz,
  -- false until the dead letters about a removed appointment are gone too
  dead_letters_purged boolean NOT NULL DEFAULT false,
  CONSTRAINT kept_or_removed CHECK (
    CASE WHEN removed_at IS NULL
      THEN appointment IS NOT NULL AND roster IS NOT NULL AND interaction_course IS NOT NULL
      ELSE appointment IS NULL AND roster IS NULL AND interaction_course IS NULL
    END)
);
CREATE INDEX appointments_to_purge ON appointments (removed_at)
  WHERE removed_at IS NOT NULL AND NOT dead_letters_purged;

-- Contact details: the only place of this service that keeps them.
CREATE TABLE customers (
  appointment_id text NOT NULL REFERENCES appointments (id),
  id             text NOT NULL,
  record         jsonb NOT NULL,
  -- appointment version that last wrote each field
  field_versions jsonb NOT NULL,
  PRIMARY KEY (appointment_id, id)
);

-- Tickets that open something now; a ticket that is not here was revoked or never existed.
CREATE TABLE tickets (
  hash           text PRIMARY KEY,
  appointment_id text NOT NULL,
  participant_id text NOT NULL,
  kind           text NOT NULL CHECK (kind IN ('room', 'manage')),
  version        integer NOT NULL,
  FOREIGN KEY (appointment_id, participant_id) REFERENCES customers (appointment_id, id) ON DELETE CASCADE
);
CREATE INDEX tickets_of_participant ON tickets (appointment_id, participant_id);
