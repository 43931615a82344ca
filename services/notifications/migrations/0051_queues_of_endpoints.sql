-- Up Migration

-- Claims read the oldest due webhooks of each endpoint. On a large database, create the index beforehand with
-- CREATE INDEX CONCURRENTLY.
CREATE INDEX IF NOT EXISTS notifications_of_endpoints ON notifications (recipient_key, due_at, id)
  WHERE channel = 'WEBHOOKS' AND due_at IS NOT NULL AND provider_id IS NULL;
