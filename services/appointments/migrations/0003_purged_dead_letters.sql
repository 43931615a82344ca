-- Up Migration

-- False until the dead letters about a removed appointment are gone too: they may carry contact details.
ALTER TABLE removed_appointments ADD COLUMN dead_letters_purged boolean NOT NULL DEFAULT false;
CREATE INDEX removed_appointments_to_purge ON removed_appointments (removed_at) WHERE NOT dead_letters_purged;
