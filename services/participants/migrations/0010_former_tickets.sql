-- Up Migration

-- Hashes of tickets that were valid once. They give no access; a token request with one returns the reason.
CREATE TABLE former_tickets (
  hash           text PRIMARY KEY,
  appointment_id text NOT NULL,
  participant_id text NOT NULL,
  FOREIGN KEY (appointment_id, participant_id) REFERENCES customers (appointment_id, id) ON DELETE CASCADE
);
CREATE INDEX former_tickets_of_participant ON former_tickets (appointment_id, participant_id);
