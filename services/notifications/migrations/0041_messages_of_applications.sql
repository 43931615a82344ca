-- Up Migration

-- Why a notification was not sent, failed or waits. For records of older releases it is filled in from their events, in
-- batches.
ALTER TABLE notifications ADD COLUMN IF NOT EXISTS reason text;

-- The messages of an application by their planned time, or by their creation if they have none. On a large database, add
-- the column above and create the indexes on existing tables beforehand with CREATE INDEX CONCURRENTLY.
CREATE INDEX IF NOT EXISTS notifications_search
  ON notifications (application_id, (coalesce(scheduled_for, created_at)), id);
CREATE INDEX IF NOT EXISTS notifications_unsent
  ON notifications (application_id, (coalesce(scheduled_for, created_at)), id)
  WHERE status IN ('FAILED', 'CANCELLED');
CREATE INDEX IF NOT EXISTS notifications_without_reason ON notifications (id)
  WHERE reason IS NULL AND status IN ('FAILED', 'CANCELLED');

-- Messages that were sent anew on request, to enforce the hourly limit.
CREATE TABLE resends (
  notification_id text PRIMARY KEY,
  application_id  text NOT NULL,
  -- a keyed hash of the address
  recipient       text NOT NULL,
  at              timestamptz NOT NULL
);
CREATE INDEX resends_recipient ON resends (application_id, recipient, at);
CREATE INDEX resends_at ON resends (at);

-- What was sent last under the id of a notification: compressed JSON without the secrets of the recipient.
CREATE TABLE message_contents (
  notification_id text PRIMARY KEY REFERENCES notifications ON DELETE CASCADE,
  appointment_id  text NOT NULL,
  content         bytea NOT NULL,
  sent_at         timestamptz NOT NULL
);
ALTER TABLE message_contents ALTER COLUMN content SET STORAGE EXTERNAL;
CREATE INDEX message_contents_appointment ON message_contents (appointment_id);

-- Every attempt to send a webhook, and the beginning of the response; it replaces webhook_responses.
CREATE TABLE webhook_attempts (
  notification_id text NOT NULL REFERENCES notifications ON DELETE CASCADE,
  appointment_id  text NOT NULL,
  attempt         integer NOT NULL,
  at              timestamptz NOT NULL,
  duration_ms     integer NOT NULL,
  status          smallint,
  error           text,
  response        text,
  PRIMARY KEY (notification_id, attempt)
);
CREATE INDEX webhook_attempts_appointment ON webhook_attempts (appointment_id);

-- When the content of a notification is deleted, its rows in both tables are deleted, too, even if an older release
-- that does not know the tables deletes the content.
CREATE FUNCTION forget_content() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    DELETE FROM message_contents WHERE notification_id = new.id;
    DELETE FROM webhook_attempts WHERE notification_id = new.id;
    RETURN NULL;
  END $$;
CREATE TRIGGER forget_content AFTER UPDATE OF has_content ON notifications
  FOR EACH ROW WHEN (old.has_content AND NOT new.has_content) EXECUTE FUNCTION forget_content();

-- Mails that are shown for a short time, without a token, to anyone who knows the key.
CREATE TABLE previews (
  -- a hash of the key in the address
  key_hash        text PRIMARY KEY,
  -- the message whose content is shown; null for an example
  notification_id text REFERENCES notifications ON DELETE CASCADE,
  -- the compressed page of an example
  page            bytea,
  expires_at      timestamptz NOT NULL
);
CREATE INDEX previews_notification ON previews (notification_id);
CREATE INDEX previews_expires_at ON previews (expires_at);
