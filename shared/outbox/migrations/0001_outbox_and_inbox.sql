-- Up Migration

-- Events of this service, stored in the transaction of the change that they report.
CREATE TABLE outbox (
  event_id          text PRIMARY KEY,
  aggregate_id      text NOT NULL,
  aggregate_version integer NOT NULL,
  type              text NOT NULL,
  event             json NOT NULL,
  -- events with contact data are deleted as soon as they have been published
  personal          boolean NOT NULL,
  created_at        timestamptz NOT NULL,
  -- until then the process that wrote or claimed the row publishes it
  lease_until       timestamptz NOT NULL,
  attempts          integer NOT NULL DEFAULT 0,
  published_at      timestamptz,
  UNIQUE (aggregate_id, aggregate_version, type)
);
CREATE INDEX outbox_unpublished ON outbox (lease_until) WHERE published_at IS NULL;
CREATE INDEX outbox_published ON outbox (published_at) WHERE published_at IS NOT NULL;

-- Events of other services that this service has applied.
CREATE TABLE inbox (
  consumer   text NOT NULL,
  event_id   text NOT NULL,
  applied_at timestamptz NOT NULL,
  PRIMARY KEY (consumer, event_id)
);
CREATE INDEX inbox_applied ON inbox (applied_at);
