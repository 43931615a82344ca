-- Up Migration

-- Times that are promised for minutes. Anyone who has the id of a hold may use it, so only a hash of the id is stored.
CREATE TABLE holds (
  -- SHA-256 of the id
  key              text PRIMARY KEY,
  application_id   text NOT NULL REFERENCES applications (id),
  -- hash of the caller, whose live holds are limited in number
  counted_as       text NOT NULL,
  -- the appointment to move, if the hold is for a move
  appointment_id   text,
  version          integer NOT NULL,
  content          json NOT NULL,
  made_at          timestamptz NOT NULL,
  expires_at       timestamptz NOT NULL,
  extendable_until timestamptz NOT NULL,
  used_at          timestamptz,
  released_at      timestamptz
);
CREATE INDEX holds_of_caller ON holds (counted_as, expires_at);
CREATE INDEX holds_by_end ON holds (expires_at);
CREATE INDEX holds_of_appointment ON holds (appointment_id) WHERE appointment_id IS NOT NULL;

-- BOOKED: an agent on the roster. RESERVED: a member of a queue who becomes the organizer later. HELD: a hold. CLAIMED: an
-- assignment that the participants service is about to store. A release that does not know the column writes BOOKED for it.
ALTER TABLE agent_bookings ADD COLUMN kind text NOT NULL DEFAULT 'BOOKED'
  CHECK (kind IN ('BOOKED', 'RESERVED', 'HELD', 'CLAIMED'));
UPDATE agent_bookings SET kind = 'CLAIMED' WHERE claimed_until IS NOT NULL AND hold_key IS NULL;
ALTER TABLE agent_bookings ADD COLUMN service_type_id text;
-- On a large database, create the index beforehand with CREATE INDEX CONCURRENTLY.
CREATE INDEX IF NOT EXISTS agent_bookings_of_hold ON agent_bookings (hold_key) WHERE hold_key IS NOT NULL;
