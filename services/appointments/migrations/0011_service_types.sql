-- Up Migration

-- A copy of the service types, which the availability service owns. A removed service type keeps its version.
CREATE TABLE service_types (
  application_id text NOT NULL,
  id             text NOT NULL,
  version        bigint NOT NULL,
  -- null: removed
  service_type   json,
  PRIMARY KEY (application_id, id)
);
