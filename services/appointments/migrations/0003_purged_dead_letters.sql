-- Up Migration

-- False until the dead letters about a removed appointment have been deleted, because they may contain contact details.
ALTER TABLE removed_appointments ADD COLUMN dead_letters_purged boolean NOT NULL DEFAULT false;
CREATE INDEX removed_appointments_to_purge ON removed_appointments (removed_at) WHERE NOT dead_letters_purged;
