-- Up Migration

-- Agents whose time an appointment occupies although they are not on its roster: the reserved member of its queue, and
-- agents who are being assigned. Null: none, ever.
ALTER TABLE appointments ADD COLUMN other_claims json;
-- When to look for a member of its queue again; a replica that does so moves it ahead first, like a lease.
ALTER TABLE appointments ADD COLUMN assign_at timestamptz;
CREATE INDEX IF NOT EXISTS appointments_to_assign ON appointments (assign_at) WHERE assign_at IS NOT NULL;

-- Which reservations a change of an agent's calendar concerns.
CREATE INDEX IF NOT EXISTS agent_bookings_reserved ON agent_bookings (organization_id, agent_id) WHERE kind = 'RESERVED';
