-- Up Migration

-- Appointments that can be activated, by how near they are.
CREATE INDEX appointments_eligible ON appointments (start_at, id) WHERE state = 'SCHEDULED';
