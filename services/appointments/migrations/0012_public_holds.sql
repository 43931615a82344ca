-- Up Migration

-- Holds that were created without a token; each application limits their total number.
ALTER TABLE holds ADD COLUMN is_public boolean NOT NULL DEFAULT false;
CREATE INDEX holds_of_public ON holds (application_id, expires_at) WHERE is_public;
CREATE INDEX holds_made_by ON holds (counted_as, made_at);
