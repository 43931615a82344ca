-- Up Migration

-- Ids that the provider assigned to earlier submissions of a message; reports about these no longer change anything.
ALTER TABLE notifications ADD COLUMN spent_provider_ids text[] NOT NULL DEFAULT '{}';

-- Reports of the provider that arrived while a replica was sending the message or querying its status; they are applied
-- afterwards.
CREATE TABLE early_receipts (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  notification_id text NOT NULL,
  appointment_id  text NOT NULL,
  receipt         jsonb NOT NULL
);
CREATE INDEX early_receipts_notification ON early_receipts (notification_id, id);
CREATE INDEX early_receipts_appointment ON early_receipts (appointment_id);

-- When the messages of a provider's account may be listed next. All replicas share one list for all waiting messages.
CREATE TABLE provider_sweeps (
  provider text PRIMARY KEY,
  next_at  timestamptz NOT NULL
);

-- Messages that are due to be sent, and messages whose status is due to be queried. On a large database, create the
-- indexes beforehand with CREATE INDEX CONCURRENTLY.
CREATE INDEX IF NOT EXISTS notifications_sendable ON notifications (channel, application_id, due_at, id)
  WHERE due_at IS NOT NULL AND provider_id IS NULL;
CREATE INDEX IF NOT EXISTS notifications_polled ON notifications (due_at)
  WHERE due_at IS NOT NULL AND provider_id IS NOT NULL;

-- Version of the tables of provider codes that classified an attempt or a receipt.
ALTER TABLE notification_events ADD COLUMN classification_version smallint;
