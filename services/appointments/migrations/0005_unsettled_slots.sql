-- Up Migration

-- Agents' time that must stay occupied although the stored appointment does not occupy it yet or any more: claimed
-- assignments, and old times and agents that other services may still show. Rows outlive appointments that are removed,
-- so there is no foreign key. Claims of the previous release have no row here; they are in agent_bookings, and are
-- added when the appointment is next processed.
CREATE TABLE unsettled_slots (
  appointment_id text PRIMARY KEY,
  unsettled      json NOT NULL,
  -- when to call the other services, and how often they have been called
  ask_at         timestamptz NOT NULL,
  asks           integer NOT NULL DEFAULT 0
);
CREATE INDEX unsettled_slots_to_ask ON unsettled_slots (ask_at);

-- The time that follows from it.
CREATE TABLE held_slots (
  agent_id       text NOT NULL,
  appointment_id text NOT NULL,
  start_at       timestamptz NOT NULL,
  end_at         timestamptz NOT NULL
);
CREATE INDEX held_slots_of_agent ON held_slots (agent_id, start_at);
CREATE INDEX held_slots_of_appointment ON held_slots (appointment_id);

CREATE INDEX agent_bookings_claimed ON agent_bookings (claimed_until) WHERE claimed_until IS NOT NULL;
