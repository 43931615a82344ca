-- Up Migration

-- Appointments whose roster was read from the participants service before its events arrived: the roster up to which
-- changes are recorded, and the version that was read. Each change is recorded when its event arrives.
CREATE TABLE unrecorded_rosters (
  appointment_id text PRIMARY KEY REFERENCES appointments (id) ON DELETE CASCADE,
  recorded       json NOT NULL,
  read_version   integer NOT NULL
);
