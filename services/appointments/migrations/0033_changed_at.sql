-- Up Migration

-- When an appointment or its roster last changed. Existing rows count as changed now, so that no reader misses one. On a
-- large database, add the column and create the index beforehand with CREATE INDEX CONCURRENTLY.
ALTER TABLE appointments ADD COLUMN IF NOT EXISTS changed_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX IF NOT EXISTS appointments_changed ON appointments (changed_at, id);
