-- Up Migration

-- How much of an application's budget for a channel is used: the time to which the next message is assigned.
CREATE TABLE send_budgets (
  application_id text NOT NULL,
  channel        text NOT NULL,
  -- used by all messages
  used_until     timestamptz NOT NULL,
  -- used by messages that overtake the others
  urgent_until   timestamptz NOT NULL,
  PRIMARY KEY (application_id, channel)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- The times that were assigned to messages because the budget was used up.
CREATE TABLE send_turns (
  notification_id text PRIMARY KEY,
  at              timestamptz NOT NULL
);
CREATE INDEX send_turns_at ON send_turns (at);

-- Messages sent to an address within the last day: {"<notification id>": <milliseconds since 1970>}.
CREATE TABLE recipient_tallies (
  application_id text NOT NULL,
  -- a keyed hash of the address
  recipient      text NOT NULL,
  sent           jsonb NOT NULL,
  last_at        timestamptz NOT NULL,
  PRIMARY KEY (application_id, recipient)
);
CREATE INDEX recipient_tallies_last_at ON recipient_tallies (last_at);
