import type { Pool } from '@appointments/postgres'

const BATCH = 1000

/**
 * Fills in the organization of bookings and held slots that the previous release wrote, a batch at a time; true if
 * there may be more.
 */
export const fillOrganizations =
  ({ pool }: { pool: Pool }) =>
  async (): Promise<boolean> => {
    const bookings = await pool.query(
      `UPDATE agent_bookings b SET organization_id = coalesce(a.organization_id, '')
       FROM appointments a WHERE a.id = b.appointment_id AND (b.agent_id, b.appointment_id) IN (
         SELECT agent_id, appointment_id FROM agent_bookings WHERE organization_id IS NULL
         LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
    )
    const held = await pool.query(
      `UPDATE held_slots h SET organization_id = coalesce(
         (SELECT organization_id FROM appointments WHERE id = h.appointment_id
          UNION ALL SELECT organization_id FROM removed_appointments WHERE id = h.appointment_id), '')
       WHERE (h.appointment_id, h.agent_id, h.start_at) IN (
         SELECT appointment_id, agent_id, start_at FROM held_slots WHERE organization_id IS NULL
         LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
    )
    return (bookings.rowCount ?? 0) + (held.rowCount ?? 0) > 0
  }
