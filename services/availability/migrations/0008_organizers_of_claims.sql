-- Up Migration

-- The organizer of the appointment; null if it has none, or if an older release has written the row.
ALTER TABLE claims ADD COLUMN organizer_id text;
