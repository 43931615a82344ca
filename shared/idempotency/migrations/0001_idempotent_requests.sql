-- Up Migration

-- Responses to keyed requests, stored in the transaction of the change.
CREATE TABLE idempotent_requests (
  -- hash of caller, operation and key
  key_hash    text PRIMARY KEY,
  -- hash of the request
  fingerprint text NOT NULL,
  -- the subject of the request, so that erasing an appointment erases its responses
  subject     text,
  status      integer NOT NULL,
  body        json,
  created_at  timestamptz NOT NULL
);
CREATE INDEX idempotent_requests_age ON idempotent_requests (created_at);
CREATE INDEX idempotent_requests_subject ON idempotent_requests (subject);
