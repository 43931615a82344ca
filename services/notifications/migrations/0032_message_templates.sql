-- Up Migration

-- Texts of applications that replace the built-in ones.
CREATE TABLE message_templates (
  application_id text NOT NULL,
  key            text NOT NULL,
  version        integer NOT NULL,
  content_hash   text NOT NULL,
  locales        jsonb NOT NULL,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  PRIMARY KEY (application_id, key)
);

-- The texts from which an attempt was rendered.
ALTER TABLE notification_events ADD COLUMN template jsonb;
