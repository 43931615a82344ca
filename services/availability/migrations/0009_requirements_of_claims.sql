-- Up Migration

-- Skills and languages that the booking in a queue asked for; null if there are none, or if an older release has written
-- the row.
ALTER TABLE claims ADD COLUMN requires jsonb;
