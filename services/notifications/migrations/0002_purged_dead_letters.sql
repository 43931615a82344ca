-- Up Migration

-- False until the dead letters about an erased appointment have been deleted, because they may contain contact details.
ALTER TABLE removed_appointments ADD COLUMN dead_letters_purged boolean NOT NULL DEFAULT false;
CREATE INDEX removed_appointments_to_purge ON removed_appointments (erased_at)
  WHERE erased_at IS NOT NULL AND NOT dead_letters_purged;
