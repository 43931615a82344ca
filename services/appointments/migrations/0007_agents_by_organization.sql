-- Up Migration

-- An agent is identified by organization and id; '' stands for applications without an organization. Null in rows of
-- the previous release until it is filled in; the old constraint still protects these rows.
ALTER TABLE agent_bookings ADD COLUMN organization_id text;
ALTER TABLE held_slots ADD COLUMN organization_id text;

-- A claim may belong to a hold instead of an appointment. This is the hash of the hold's id; claimed_until is its
-- expiry.
ALTER TABLE agent_bookings ADD COLUMN hold_key text;
-- The occupied time if buffers make it longer than the appointment.
ALTER TABLE agent_bookings ADD COLUMN occupied_from timestamptz, ADD COLUMN occupied_to timestamptz;

-- The index keeps ON CONFLICT (agent_id, appointment_id) working, in the previous release too.
CREATE UNIQUE INDEX IF NOT EXISTS agent_bookings_once ON agent_bookings (agent_id, appointment_id);
ALTER TABLE agent_bookings DROP CONSTRAINT agent_bookings_pkey;
ALTER TABLE agent_bookings ALTER COLUMN appointment_id DROP NOT NULL;
ALTER TABLE agent_bookings ADD CONSTRAINT agent_bookings_holder
  CHECK ((appointment_id IS NULL) <> (hold_key IS NULL)) NOT VALID;

-- The new constraint against double booking. The old one stays until every row has its organization.
ALTER TABLE agent_bookings ADD CONSTRAINT agent_booked_once_in_organization
  EXCLUDE USING gist (organization_id WITH =, agent_id WITH =,
    tstzrange(coalesce(occupied_from, start_at), coalesce(occupied_to, end_at)) WITH &&) WHERE (exclusive);

CREATE INDEX agent_bookings_without_organization ON agent_bookings (appointment_id) WHERE organization_id IS NULL;
CREATE INDEX held_slots_without_organization ON held_slots (appointment_id) WHERE organization_id IS NULL;
