-- Up Migration

-- Appointments that can be activated, the nearest first.
CREATE INDEX appointments_eligible ON appointments (start_at, id) WHERE state = 'SCHEDULED';
