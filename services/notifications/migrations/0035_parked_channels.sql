-- Up Migration

-- Channels whose provider rejects the account or an application's sender, so that messages wait without an attempt.
CREATE TABLE parked_channels (
  channel        text NOT NULL,
  -- empty if the account is rejected, which concerns all applications
  application_id text NOT NULL,
  reason         text NOT NULL,
  parked_at      timestamptz NOT NULL,
  -- number of attempts since then
  tries          integer NOT NULL,
  -- when the next single message is attempted
  next_try_at    timestamptz NOT NULL,
  PRIMARY KEY (channel, application_id)
);
