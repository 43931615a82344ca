-- Up Migration

-- How applications offer times, as the appointments service publishes it: whether the calendar binds assignments of agents,
-- and who may override it.
CREATE TABLE availability_settings (
  application_id text PRIMARY KEY,
  version        integer NOT NULL,
  settings       jsonb NOT NULL
);
