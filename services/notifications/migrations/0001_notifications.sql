-- Up Migration

-- Local copies of applications, appointments and customers from the other services. Each row has the newest version.
CREATE TABLE applications (
  id          text PRIMARY KEY,
  version     integer NOT NULL,
  application jsonb NOT NULL
);

CREATE TABLE appointments (
  id                  text PRIMARY KEY,
  application_id      text NOT NULL,
  appointment         jsonb NOT NULL,
  appointment_version integer NOT NULL,
  roster              jsonb NOT NULL,
  roster_version      integer NOT NULL,
  -- appointment version that last changed start, end or time zone; messages planned for an older version are void
  schedule_version    integer NOT NULL,
  -- SEQUENCE of the newest calendar invite (RFC 5545, section 3.8.7.4)
  invite_sequence     integer NOT NULL DEFAULT 0
);

CREATE TABLE contacts (
  appointment_id text NOT NULL,
  participant_id text NOT NULL,
  roster_version integer NOT NULL,
  customer       jsonb NOT NULL,
  PRIMARY KEY (appointment_id, participant_id)
);

-- Events that overtook the one that schedules their appointment; they are applied right after it.
CREATE TABLE early_events (
  event_id       text PRIMARY KEY,
  appointment_id text NOT NULL,
  event          jsonb NOT NULL
);
CREATE INDEX early_events_appointment ON early_events (appointment_id);

-- Permanently removed appointments. Only the id is kept, so that a late event restores nothing.
CREATE TABLE removed_appointments (
  id         text PRIMARY KEY,
  removed_at timestamptz NOT NULL,
  erased_at  timestamptz
);

CREATE TABLE webhook_endpoints (
  id               text PRIMARY KEY,
  application_id   text NOT NULL,
  url              text NOT NULL,
  events           text[],
  headers          jsonb NOT NULL,
  enabled          boolean NOT NULL,
  state            text NOT NULL CHECK (state IN ('ACTIVE', 'FAILING', 'DISABLED')),
  timeout_ms       integer NOT NULL,
  signature        text NOT NULL,
  include_room_url boolean NOT NULL,
  include_contact  boolean NOT NULL,
  sealed_secret    text NOT NULL,
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL
);
CREATE INDEX webhook_endpoints_application ON webhook_endpoints (application_id, created_at);

CREATE TABLE notifications (
  id                   text PRIMARY KEY,
  application_id       text NOT NULL,
  appointment_id       text NOT NULL,
  source_event_id      text NOT NULL,
  type                 text NOT NULL,
  channel              text NOT NULL CHECK (channel IN ('EMAIL', 'SMS', 'WEBHOOKS')),
  recipient_key        text NOT NULL,
  recipient_type       text NOT NULL CHECK (recipient_type IN ('CUSTOMER', 'AGENT', 'WEBHOOK')),
  recipient_name       text NOT NULL,
  status               text NOT NULL CHECK (status IN ('INITIALIZED', 'PENDING', 'DELIVERED', 'FAILED', 'CANCELLED')),
  provider_status      text,
  -- the provider's id of the message, after the provider has accepted it
  provider_id          text,
  message              text,
  failure_class        text CHECK (failure_class IN ('TRANSIENT', 'PERMANENT')),
  retry_count          integer NOT NULL DEFAULT 0,
  attempt_no           integer NOT NULL DEFAULT 0,
  -- consecutive waits that do not count as attempts: the provider's circuit is open, or its account is not usable
  wait_count           integer NOT NULL DEFAULT 0,
  -- how often the message was sent again because the provider accepted it and then could not deliver it
  resubmission_count   integer NOT NULL DEFAULT 0,
  planned_offset       text,
  scheduled_for        timestamptz,
  due_at               timestamptz,
  missed_after         timestamptz,
  relevant_until       timestamptz NOT NULL,
  next_retry_at        timestamptz,
  next_poll_at         timestamptz,
  submitted_at         timestamptz,
  -- since when the outcome of an attempt is unknown; the provider is queried before anything is sent again
  unknown_since        timestamptz,
  lease_until          timestamptz,
  lease_token          text,
  appointment_revision integer NOT NULL,
  invite_sequence      integer NOT NULL,
  priority             smallint NOT NULL,
  context              jsonb NOT NULL,
  created_at           timestamptz NOT NULL,
  updated_at           timestamptz NOT NULL,
  CONSTRAINT notifications_at_most_one_timer CHECK (next_retry_at IS NULL OR next_poll_at IS NULL),
  CONSTRAINT notifications_scheduled_types
    CHECK ((scheduled_for IS NOT NULL) = (type IN ('ROOM', 'REMINDER', 'FOLLOW_UP'))),
  -- a record that has ended waits for nothing; any other waits for a time or is leased
  CONSTRAINT notifications_wait_or_over CHECK (
    CASE WHEN status IN ('DELIVERED', 'FAILED', 'CANCELLED')
      THEN due_at IS NULL AND lease_token IS NULL AND next_retry_at IS NULL AND next_poll_at IS NULL
      ELSE (due_at IS NULL) <> (lease_token IS NULL)
    END),
  CONSTRAINT notifications_lease CHECK ((lease_token IS NULL) = (lease_until IS NULL))
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
CREATE UNIQUE INDEX notifications_dedupe_key
  ON notifications (application_id, source_event_id, type, channel, recipient_key, (coalesce(planned_offset, '')));
CREATE INDEX notifications_due ON notifications (channel, application_id, due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX notifications_leased ON notifications (recipient_key, lease_until) WHERE lease_token IS NOT NULL;
CREATE INDEX notifications_history ON notifications (appointment_id, created_at, id);
CREATE INDEX notifications_recipient ON notifications (recipient_key) WHERE channel = 'WEBHOOKS';

-- Every step of a record's life, and why something was not sent.
CREATE TABLE notification_events (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  notification_id text NOT NULL,
  appointment_id  text NOT NULL,
  type            text NOT NULL,
  channel         text NOT NULL,
  event           text NOT NULL,
  status          text NOT NULL,
  provider_status text,
  message         text,
  reason          text,
  attempt         integer NOT NULL,
  at              timestamptz NOT NULL
);
CREATE INDEX notification_events_appointment ON notification_events (appointment_id, id);
CREATE INDEX notification_events_notification ON notification_events (notification_id, id);

-- Sent messages, for the message viewer on a developer's machine; empty everywhere else.
CREATE TABLE dev_messages (
  id             text PRIMARY KEY,
  appointment_id text,
  message        jsonb NOT NULL,
  created_at     timestamptz NOT NULL
);
CREATE INDEX dev_messages_appointment ON dev_messages (appointment_id);
CREATE INDEX dev_messages_newest ON dev_messages (created_at);
