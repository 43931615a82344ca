-- Up Migration

-- Presentations of applications. An application without a row has no profile.
CREATE TABLE presentations (
  application_id text PRIMARY KEY REFERENCES applications (id),
  version        integer NOT NULL,
  presentation   json NOT NULL,
  updated_by     json NOT NULL,
  updated_at     timestamptz NOT NULL
);
