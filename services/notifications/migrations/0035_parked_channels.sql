-- Up Migration

-- Channels whose provider refuses the account, or an application's sender, so that messages wait untried.
CREATE TABLE parked_channels (
  channel        text NOT NULL,
  -- empty where the account is refused, whichever application sends
  application_id text NOT NULL,
  reason         text NOT NULL,
  parked_at      timestamptz NOT NULL,
  -- how often it was tried since
  tries          integer NOT NULL,
  -- when one message is tried again
  next_try_at    timestamptz NOT NULL,
  PRIMARY KEY (channel, application_id)
);
