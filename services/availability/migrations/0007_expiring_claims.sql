-- Up Migration

-- Expired claims are found for deletion. On a large database, create the index beforehand with CREATE INDEX CONCURRENTLY.
CREATE INDEX IF NOT EXISTS claims_expiring ON claims (expires_at) WHERE expires_at IS NOT NULL;
