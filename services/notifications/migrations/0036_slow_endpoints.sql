-- Up Migration

-- Number of consecutive attempts without a response in time. With two or more, the endpoint gets one webhook at a time.
ALTER TABLE webhook_endpoints ADD COLUMN timeouts integer NOT NULL DEFAULT 0;
CREATE INDEX webhook_endpoints_slow ON webhook_endpoints (id) WHERE timeouts >= 2;
