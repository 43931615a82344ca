import { defaultAvailabilitySettings, type Actor, type AvailabilitySettings } from '@appointments/contracts'
import { readTogether, type Pool, type Sql, type Tx } from '@appointments/postgres'

const readOfAppointments = readTogether(async (pool: Pool, ids) => {
  const { rows } = await pool.query<{ id: string; settings: AvailabilitySettings | null }>(
    `SELECT a.id, s.settings FROM appointments a JOIN availability_settings s USING (application_id)
     WHERE a.id = ANY ($1)`,
    [ids],
  )
  return rows
})

/** How applications offer times. To change them, lock the application first. */
export const availabilitySettings = {
  /** The settings of an application; the defaults in version 0 if none were ever written. */
  async find(sql: Sql, applicationId: string): Promise<AvailabilitySettings> {
    const { rows } = await sql.query<{ settings: AvailabilitySettings }>(
      'SELECT settings FROM availability_settings WHERE application_id = $1',
      [applicationId],
    )
    return completeSettings(applicationId, rows[0]?.settings)
  },

  /** The settings of the application of an appointment. */
  async ofAppointment(pool: Pool, appointmentId: string): Promise<AvailabilitySettings> {
    const row = await readOfAppointments(pool, appointmentId)
    return completeSettings(row?.settings?.applicationId ?? '', row?.settings)
  },

  /** The settings of the given applications, except those that have never written any. */
  async findWritten(sql: Sql, applicationIds: readonly string[]): Promise<Map<string, AvailabilitySettings>> {
    const { rows } = await sql.query<{ id: string; settings: AvailabilitySettings }>(
      'SELECT application_id AS id, settings FROM availability_settings WHERE application_id = ANY ($1)',
      [applicationIds],
    )
    return new Map(rows.map(({ id, settings }) => [id, completeSettings(id, settings)]))
  },

  put(tx: Tx, settings: AvailabilitySettings, actor: Actor, now: Date): void {
    tx.write(
      `INSERT INTO availability_settings (application_id, version, settings, updated_by, updated_at)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (application_id) DO UPDATE SET version = $2, settings = $3, updated_by = $4, updated_at = $5`,
      [settings.applicationId, settings.version, settings, actor, now],
    )
  },
}

/** Stored settings, completed with those that did not exist when they were stored. */
export const completeSettings = (
  applicationId: string,
  stored: AvailabilitySettings | null | undefined,
): AvailabilitySettings => ({
  ...defaultAvailabilitySettings,
  applicationId,
  version: 0,
  ...stored,
  defaults: { ...defaultAvailabilitySettings.defaults, ...stored?.defaults },
})
