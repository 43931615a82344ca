-- Up Migration

-- Fills in rows that the previous release left empty; usually there are none.
UPDATE agent_bookings b SET organization_id = coalesce(a.organization_id, '')
FROM appointments a WHERE a.id = b.appointment_id AND b.organization_id IS NULL;
UPDATE held_slots h SET organization_id = coalesce((SELECT organization_id FROM appointments WHERE id = h.appointment_id
  UNION ALL SELECT organization_id FROM removed_appointments WHERE id = h.appointment_id), '')
WHERE h.organization_id IS NULL;

ALTER TABLE agent_bookings ALTER COLUMN organization_id SET NOT NULL;
ALTER TABLE held_slots ALTER COLUMN organization_id SET NOT NULL;
DROP INDEX agent_bookings_without_organization;
DROP INDEX held_slots_without_organization;

-- Two organizations may use the same agent ids, so only the constraint with the organization stays.
ALTER TABLE agent_bookings DROP CONSTRAINT agent_booked_once;
ALTER TABLE agent_bookings RENAME CONSTRAINT agent_booked_once_in_organization TO agent_booked_once;
