-- Up Migration

-- How often the appointments service has been informed that no claim exists any more. An assignment that was claimed
-- before is not stored.
ALTER TABLE appointments ADD COLUMN claims_ended integer NOT NULL DEFAULT 0;
