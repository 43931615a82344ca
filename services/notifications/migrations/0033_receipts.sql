-- Up Migration

-- Ids the provider gave to earlier submissions of a message; what it says about those changes nothing any more.
ALTER TABLE notifications ADD COLUMN spent_provider_ids text[] NOT NULL DEFAULT '{}';

-- What the provider said of a message while somebody was sending it or asking about it; heard when that is over.
CREATE TABLE early_receipts (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  notification_id text NOT NULL,
  appointment_id  text NOT NULL,
  receipt         jsonb NOT NULL
);
CREATE INDEX early_receipts_notification ON early_receipts (notification_id, id);
CREATE INDEX early_receipts_appointment ON early_receipts (appointment_id);

-- When the messages of a provider's account may be listed next: one list for all that wait, whoever asks.
CREATE TABLE provider_sweeps (
  provider text PRIMARY KEY,
  next_at  timestamptz NOT NULL
);

-- What is due to be sent, and what is due to be asked about. On a database that has grown they are made beforehand,
-- with CREATE INDEX CONCURRENTLY.
CREATE INDEX IF NOT EXISTS notifications_sendable ON notifications (channel, application_id, due_at, id)
  WHERE due_at IS NOT NULL AND provider_id IS NULL;
CREATE INDEX IF NOT EXISTS notifications_polled ON notifications (due_at)
  WHERE due_at IS NOT NULL AND provider_id IS NOT NULL;

-- Which table of provider codes judged an attempt or a receipt.
ALTER TABLE notification_events ADD COLUMN classification_version smallint;
