-- Up Migration

-- Agents whose time an appointment occupies although they are not on its roster: the reserved member of its queue, and
-- agents who are being assigned. Null if there never were any.
ALTER TABLE appointments ADD COLUMN other_claims json;
-- When to look for a member of the queue again. A replica that looks for one first moves this time ahead, like a lease. On
-- a large database, add the column and create the index beforehand with CREATE INDEX CONCURRENTLY.
ALTER TABLE appointments ADD COLUMN IF NOT EXISTS assign_at timestamptz;
CREATE INDEX IF NOT EXISTS appointments_to_assign ON appointments (assign_at) WHERE assign_at IS NOT NULL;
