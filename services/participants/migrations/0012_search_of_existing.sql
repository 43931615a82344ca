-- Up Migration

-- A migration of its own, so that the appointments are not locked meanwhile.
INSERT INTO search_pending (appointment_id)
SELECT id FROM appointments WHERE appointment IS NOT NULL ON CONFLICT DO NOTHING;
