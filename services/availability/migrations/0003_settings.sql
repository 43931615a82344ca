-- Up Migration

-- How applications offer times, as the appointments service publishes it.
CREATE TABLE availability_settings (
  application_id text PRIMARY KEY,
  version        integer NOT NULL,
  content        jsonb NOT NULL
);
CREATE INDEX availability_settings_by_calendar ON availability_settings
  USING gin ((content -> 'holidayCalendarIds'));

-- ROUND_ROBIN compares what members have served in a month.
CREATE INDEX claims_of_queue ON claims (organization_id, queue_id, start_at) WHERE queue_id IS NOT NULL;

-- One row once the copy of what the appointments service owns is complete.
CREATE TABLE completed_projections (
  name         text PRIMARY KEY,
  completed_at timestamptz NOT NULL
);
