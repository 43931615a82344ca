-- Up Migration

-- Agents whose time an appointment occupies although they are not on its roster: the reserved member of its queue, and
-- agents who are being assigned. Null if there never were any.
ALTER TABLE appointments ADD COLUMN other_claims json;
-- When to look for a member of the queue again. A replica that looks for one first moves this time ahead, like a lease.
ALTER TABLE appointments ADD COLUMN assign_at timestamptz;
CREATE INDEX IF NOT EXISTS appointments_to_assign ON appointments (assign_at) WHERE assign_at IS NOT NULL;

-- Finds the reservations that a change of an agent's calendar concerns.
CREATE INDEX IF NOT EXISTS agent_bookings_reserved ON agent_bookings (organization_id, agent_id) WHERE kind = 'RESERVED';
