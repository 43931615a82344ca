-- Up Migration

-- Secrets that were replaced, newest first: [{"sealedSecret": …, "until": …}]. They keep signing until their time ends.
ALTER TABLE webhook_endpoints ADD COLUMN previous_secrets jsonb NOT NULL DEFAULT '[]';

ALTER TABLE notifications
  -- when someone requested that it be sent again, whatever has happened to the appointment since
  ADD COLUMN redelivery_asked_at timestamptz,
  -- number of retries before that; later retries begin with the shortest delay again
  ADD COLUMN earlier_retries integer NOT NULL DEFAULT 0;

-- An endpoint's deliveries by age.
DROP INDEX notifications_recipient;
CREATE INDEX notifications_recipient ON notifications (recipient_key, created_at, id) WHERE channel = 'WEBHOOKS';
