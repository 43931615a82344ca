-- Up Migration

-- Subscribers that have not said yet that they took the event. A broker that loses a queue loses what it had confirmed,
-- so what nobody took is sent again. Rows written before, or by the release before, wait for nobody.
ALTER TABLE outbox ADD COLUMN awaiting text[] NOT NULL DEFAULT '{}', ADD COLUMN resends smallint NOT NULL DEFAULT 0;
CREATE INDEX outbox_awaiting ON outbox (lease_until) WHERE published_at IS NOT NULL AND awaiting <> '{}';
