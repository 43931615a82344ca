-- Up Migration

-- Attempts in a row that ended without a response in time. An endpoint with two or more is sent one webhook at a time.
ALTER TABLE webhook_endpoints ADD COLUMN timeouts integer NOT NULL DEFAULT 0;
CREATE INDEX webhook_endpoints_slow ON webhook_endpoints (id) WHERE timeouts >= 2;
