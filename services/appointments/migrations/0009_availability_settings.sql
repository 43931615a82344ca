-- Up Migration

-- Availability settings of applications. An application without a row has the defaults.
CREATE TABLE availability_settings (
  application_id text PRIMARY KEY REFERENCES applications (id),
  version        integer NOT NULL,
  settings       json NOT NULL,
  updated_by     json NOT NULL,
  updated_at     timestamptz NOT NULL
);
