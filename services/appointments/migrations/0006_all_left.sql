-- Up Migration

-- Since when everybody has been gone from an appointment; null while somebody has joined or waits. The check that
-- completes a meeting goes by check_at, which has an index. A release that does not know the column leaves it as it
-- is, so it only counts while the roster on record shows nobody in or waiting.
ALTER TABLE appointments ADD COLUMN all_left_at timestamptz;
