-- Up Migration

-- Whether customers without a token may choose the queue that serves them; null if an older release has written the row.
ALTER TABLE applications ADD COLUMN public_chooses_target boolean;
