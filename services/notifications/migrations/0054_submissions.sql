-- Up Migration

-- Before an SMS with an unknown outcome is sent again, the provider's messages with the same text are compared with the
-- known ones. On a large database, create the index beforehand with CREATE INDEX CONCURRENTLY.
CREATE INDEX IF NOT EXISTS notifications_submissions ON notifications (provider_id) WHERE provider_id IS NOT NULL;
