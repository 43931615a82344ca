-- Up Migration

-- Finds the reservations that a change of an agent's calendar concerns. A database of an unreleased version has the index.
CREATE INDEX IF NOT EXISTS agent_bookings_reserved ON agent_bookings (organization_id, agent_id) WHERE kind = 'RESERVED';
