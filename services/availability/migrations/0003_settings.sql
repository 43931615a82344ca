-- Up Migration

-- Availability settings of applications, as the appointments service publishes them.
CREATE TABLE availability_settings (
  application_id text PRIMARY KEY,
  version        integer NOT NULL,
  content        jsonb NOT NULL
);
CREATE INDEX availability_settings_by_calendar ON availability_settings
  USING gin ((content -> 'holidayCalendarIds'));

-- ROUND_ROBIN compares the appointments that members have served in a month.
CREATE INDEX claims_of_queue ON claims (organization_id, queue_id, start_at) WHERE queue_id IS NOT NULL;

-- The copies of data between the services that have been completed once.
CREATE TABLE completed_projections (
  name         text PRIMARY KEY,
  completed_at timestamptz NOT NULL
);
