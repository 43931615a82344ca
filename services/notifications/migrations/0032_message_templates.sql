-- Up Migration

-- Words of applications in place of the built-in ones.
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

-- Which words an attempt was made of.
ALTER TABLE notification_events ADD COLUMN template jsonb;
