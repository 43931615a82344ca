-- Up Migration

-- The appointment version that last wrote each field. An older release leaves it out and stores whole customers only.
ALTER TABLE contacts ADD COLUMN field_versions jsonb NOT NULL DEFAULT '{}';
