-- Up Migration

-- A hold that surrounds the appointment it moves claims two times of the same agent. On a large database, create the index
-- beforehand with CREATE UNIQUE INDEX CONCURRENTLY.
CREATE UNIQUE INDEX IF NOT EXISTS claims_by_time ON claims (holder_type, holder_id, agent_id, occupied_from);
ALTER TABLE claims DROP CONSTRAINT claims_pkey,
  ADD CONSTRAINT claims_pkey PRIMARY KEY USING INDEX claims_by_time;
