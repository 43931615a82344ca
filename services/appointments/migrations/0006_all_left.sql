-- Up Migration

-- The time since which all participants have been absent; null while a participant has joined or waits. The check that
-- completes a meeting uses check_at, which has an index. A release that does not know the column does not update it, so
-- it counts only while no participant on the stored roster has joined or waits.
ALTER TABLE appointments ADD COLUMN all_left_at timestamptz;
