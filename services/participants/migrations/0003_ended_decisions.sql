-- Up Migration

-- Decisions on members of queues for this or an earlier version of the appointment are no longer stored as assignments.
ALTER TABLE appointments ADD COLUMN decisions_ended integer NOT NULL DEFAULT 0;
