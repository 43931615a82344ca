-- Up Migration

-- Addresses to which an application sends nothing over a channel, and why. Only a keyed hash of the address is stored.
CREATE TABLE suppressions (
  id              text PRIMARY KEY,
  application_id  text NOT NULL,
  channel         text NOT NULL CHECK (channel IN ('EMAIL', 'SMS')),
  recipient       text NOT NULL,
  reason          text NOT NULL CHECK (reason IN ('STOP', 'HARD_BOUNCE', 'COMPLAINT', 'UNSUBSCRIBE', 'MANUAL')),
  -- the message that caused it, if there is one
  notification_id text,
  -- user who added it
  created_by      text,
  created_at      timestamptz NOT NULL,
  UNIQUE (application_id, channel, recipient, reason)
);
CREATE INDEX suppressions_newest ON suppressions (application_id, created_at, id);
