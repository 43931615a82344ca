-- Up Migration

-- Claims count the notifications in flight of a channel. In a table without statistics yet, PostgreSQL prefers an index
-- that begins with the channel to the one on leases, and then reads every notification of the channel. The end of the
-- lease is not part of the index, so renewing a lease changes no index. On a large database, create the index beforehand
-- with CREATE INDEX CONCURRENTLY.
CREATE INDEX IF NOT EXISTS notifications_in_flight ON notifications (channel, recipient_key) WHERE lease_token IS NOT NULL;
DROP INDEX IF EXISTS notifications_leased;

-- Queries find due notifications by notifications_sendable or notifications_polled.
DROP INDEX IF EXISTS notifications_due;
