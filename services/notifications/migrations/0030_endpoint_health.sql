-- Up Migration

ALTER TABLE webhook_endpoints
  -- address that is notified if the endpoint fails
  ADD COLUMN alert_email text,
  -- first failure after the last success
  ADD COLUMN failing_since timestamptz,
  ADD COLUMN failed_attempts integer NOT NULL DEFAULT 0,
  -- number of alerts that have been sent since then
  ADD COLUMN alert_step smallint NOT NULL DEFAULT 0,
  ADD COLUMN disabled_at timestamptz,
  ADD COLUMN disabled_reason text CHECK (disabled_reason IN ('SWITCHED_OFF', 'GONE', 'NO_SUCCESS'));
UPDATE webhook_endpoints SET failing_since = updated_at WHERE state = 'FAILING';
UPDATE webhook_endpoints SET disabled_at = updated_at, disabled_reason = 'GONE' WHERE state = 'DISABLED';
CREATE INDEX webhook_endpoints_failing ON webhook_endpoints (failing_since) WHERE state = 'FAILING';

-- Mail to owners of endpoints, until the mail server has accepted it.
CREATE TABLE webhook_endpoint_alerts (
  id          text PRIMARY KEY,
  endpoint_id text NOT NULL REFERENCES webhook_endpoints ON DELETE CASCADE,
  alert       jsonb NOT NULL,
  due_at      timestamptz NOT NULL,
  created_at  timestamptz NOT NULL
);
CREATE INDEX webhook_endpoint_alerts_due ON webhook_endpoint_alerts (due_at);
