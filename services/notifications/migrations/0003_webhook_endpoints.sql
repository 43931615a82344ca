-- Up Migration

-- Secrets that were replaced, newest first: [{"sealedSecret": …, "until": …}]. They sign along until their time ends.
ALTER TABLE webhook_endpoints ADD COLUMN previous_secrets jsonb NOT NULL DEFAULT '[]';

ALTER TABLE notifications
  -- when somebody asked for it to be sent again, whatever has become of the appointment since
  ADD COLUMN redelivery_asked_at timestamptz,
  -- retries before that; those that follow begin the delays anew
  ADD COLUMN earlier_retries integer NOT NULL DEFAULT 0;

-- An endpoint's deliveries by age.
DROP INDEX notifications_recipient;
CREATE INDEX notifications_recipient ON notifications (recipient_key, created_at, id) WHERE channel = 'WEBHOOKS';
