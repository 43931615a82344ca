-- Up Migration

CREATE EXTENSION IF NOT EXISTS btree_gist;

CREATE TABLE applications (
  id              text PRIMARY KEY,
  organization_id text,
  version         integer NOT NULL,
  settings        json  NOT NULL,
  updated_at      timestamptz NOT NULL
);

-- Every version of an application's settings, and who stored it.
CREATE TABLE application_versions (
  application_id text NOT NULL,
  version        integer NOT NULL,
  settings       json  NOT NULL,
  actor          json  NOT NULL,
  made_at        timestamptz NOT NULL,
  PRIMARY KEY (application_id, version)
);

-- An appointment is stored as a document; the other columns are for queries.
CREATE TABLE appointments (
  id                 text PRIMARY KEY,
  application_id     text NOT NULL REFERENCES applications (id),
  organization_id    text,
  state              text NOT NULL CHECK (state IN ('SCHEDULED', 'ACTIVATED', 'CANCELLED', 'ABORTED')),
  start_at           timestamptz NOT NULL,
  end_at             timestamptz NOT NULL,
  duration           text NOT NULL,
  duration_ms        bigint NOT NULL,
  timezone           text NOT NULL,
  created_at         timestamptz NOT NULL,
  organizer_id       text,
  version            integer NOT NULL,
  appointment        json  NOT NULL,
  -- the participants service owns the roster; this is its newest snapshot
  roster_version     integer NOT NULL,
  roster             json  NOT NULL,
  customer_joined_at timestamptz,
  -- when time alone may change the appointment next
  check_at           timestamptz
);
CREATE INDEX appointments_of_application ON appointments (application_id, start_at, id);
CREATE INDEX appointments_of_organization ON appointments (organization_id, start_at, id);
CREATE INDEX appointments_of_organizer ON appointments (organizer_id, start_at, id);
CREATE INDEX appointments_to_check ON appointments (check_at) WHERE check_at IS NOT NULL;
CREATE INDEX appointments_in_range ON appointments USING gist (application_id, tstzrange(start_at, end_at))
  WHERE state IN ('SCHEDULED', 'ACTIVATED');

-- Which agents an appointment occupies, and when.
CREATE TABLE agent_bookings (
  agent_id       text NOT NULL,
  appointment_id text NOT NULL REFERENCES appointments (id) ON DELETE CASCADE,
  start_at       timestamptz NOT NULL,
  end_at         timestamptz NOT NULL,
  -- true if the application rejects a second appointment of the agent at the same time
  exclusive      boolean NOT NULL,
  -- set while another service decides about an assignment; a claim that is not confirmed by then is void
  claimed_until  timestamptz,
  PRIMARY KEY (agent_id, appointment_id),
  CONSTRAINT agent_booked_once EXCLUDE USING gist (agent_id WITH =, tstzrange(start_at, end_at) WITH &&) WHERE (exclusive)
);
CREATE INDEX agent_bookings_of_agent ON agent_bookings (agent_id, start_at, appointment_id);
CREATE INDEX agent_bookings_of_appointment ON agent_bookings (appointment_id);

-- Tombstones of appointments that were permanently removed; they contain no personal data.
CREATE TABLE removed_appointments (
  id              text PRIMARY KEY,
  organization_id text,
  removed_at      timestamptz NOT NULL,
  removed_by      json  NOT NULL
);
