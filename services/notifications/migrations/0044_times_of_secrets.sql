-- Up Migration

-- The creation times of an endpoint's secrets, by secret id.
ALTER TABLE webhook_endpoints ADD COLUMN secret_times jsonb NOT NULL DEFAULT '{}';
