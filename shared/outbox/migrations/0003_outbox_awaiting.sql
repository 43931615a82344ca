-- Up Migration

-- Subscribers that have not yet confirmed that they applied the event. If a broker loses a queue, it loses messages
-- that it had confirmed, so events that a subscriber has not applied are sent again. Older rows, and rows of the
-- previous release, wait for no subscriber.
ALTER TABLE outbox ADD COLUMN awaiting text[] NOT NULL DEFAULT '{}', ADD COLUMN resends smallint NOT NULL DEFAULT 0;
CREATE INDEX outbox_awaiting ON outbox (lease_until) WHERE published_at IS NOT NULL AND awaiting <> '{}';
