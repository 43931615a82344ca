-- Up Migration

-- Availability settings of applications, as the appointments service publishes them: whether assignments of agents must
-- follow the calendar, and who may override it.
CREATE TABLE availability_settings (
  application_id text PRIMARY KEY,
  version        integer NOT NULL,
  settings       jsonb NOT NULL
);
