-- Up Migration

-- Customers who were removed from an appointment, until the dead letters with their contact data have been deleted.
CREATE TABLE removed_customers (
  appointment_id text NOT NULL,
  participant_id text NOT NULL,
  PRIMARY KEY (appointment_id, participant_id)
);
