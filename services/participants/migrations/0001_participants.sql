-- Up Migration

-- Settings of applications, as the appointments service publishes them; only the newest version is stored.
CREATE TABLE applications (
  id       text PRIMARY KEY,
  version  integer NOT NULL,
  settings jsonb NOT NULL
);

-- The roster, which this service owns, and the newest snapshot of its appointment. Of a permanently removed appointment
-- only the id is kept, so that a late event restores nothing.
CREATE TABLE appointments (
  id                  text PRIMARY KEY,
  appointment         jsonb,
  roster              jsonb,
  -- effects of the appointment's changes on the interaction, by version
  interaction_course  jsonb,
  removed_at          timestamptz,
  -- false until the dead letters about a removed appointment have been deleted
  dead_letters_purged boolean NOT NULL DEFAULT false,
  CONSTRAINT kept_or_removed CHECK (
    CASE WHEN removed_at IS NULL
      THEN appointment IS NOT NULL AND roster IS NOT NULL AND interaction_course IS NOT NULL
      ELSE appointment IS NULL AND roster IS NULL AND interaction_course IS NULL
    END)
);
CREATE INDEX appointments_to_purge ON appointments (removed_at)
  WHERE removed_at IS NOT NULL AND NOT dead_letters_purged;

-- Customers with their contact details, which this service stores nowhere else.
CREATE TABLE customers (
  appointment_id text NOT NULL REFERENCES appointments (id),
  id             text NOT NULL,
  record         jsonb NOT NULL,
  -- appointment version that last wrote each field
  field_versions jsonb NOT NULL,
  PRIMARY KEY (appointment_id, id)
);

-- Valid tickets. A ticket that is not in this table was revoked or never existed.
CREATE TABLE tickets (
  hash           text PRIMARY KEY,
  appointment_id text NOT NULL,
  participant_id text NOT NULL,
  kind           text NOT NULL CHECK (kind IN ('room', 'manage')),
  version        integer NOT NULL,
  FOREIGN KEY (appointment_id, participant_id) REFERENCES customers (appointment_id, id) ON DELETE CASCADE
);
CREATE INDEX tickets_of_participant ON tickets (appointment_id, participant_id);
