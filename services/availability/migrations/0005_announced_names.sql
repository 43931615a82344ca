-- Up Migration

-- The name that the other services have been sent; null: none yet.
ALTER TABLE agents ADD COLUMN announced_name text;
CREATE INDEX agents_to_announce ON agents (organization_id, id) WHERE announced_name IS DISTINCT FROM name;
