-- Up Migration

-- How often the appointments service was told that no claim stands: an assignment claimed before that is not stored.
ALTER TABLE appointments ADD COLUMN claims_ended integer NOT NULL DEFAULT 0;
