-- Up Migration

-- This is a separate migration, so that the appointments are not locked while it runs.
INSERT INTO search_pending (appointment_id)
SELECT id FROM appointments WHERE appointment IS NOT NULL ON CONFLICT DO NOTHING;
