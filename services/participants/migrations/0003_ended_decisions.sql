-- Up Migration

-- Decisions on members of queues in this or an earlier version of the appointment are not stored any more.
ALTER TABLE appointments ADD COLUMN decisions_ended integer NOT NULL DEFAULT 0;
