-- Up Migration

-- The name that has been sent to the other services; null if none has been sent yet.
ALTER TABLE agents ADD COLUMN announced_name text;
CREATE INDEX agents_to_announce ON agents (organization_id, id) WHERE announced_name IS DISTINCT FROM name;
