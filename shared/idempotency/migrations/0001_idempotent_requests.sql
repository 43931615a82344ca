-- Up Migration

-- Answers of keyed requests, written in the transaction of the change they answer for.
CREATE TABLE idempotent_requests (
  -- hash of caller, operation and key
  key_hash    text PRIMARY KEY,
  -- hash of what was asked
  fingerprint text NOT NULL,
  -- what the request was about, so that erasing an appointment erases its answers
  subject     text,
  status      integer NOT NULL,
  body        json,
  created_at  timestamptz NOT NULL
);
CREATE INDEX idempotent_requests_age ON idempotent_requests (created_at);
CREATE INDEX idempotent_requests_subject ON idempotent_requests (subject);
