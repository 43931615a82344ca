import type { EventData, ServiceType } from '@appointments/contracts'
import type { Sql, Tx } from '@appointments/postgres'

/** The copy of the service types. */
export const serviceTypes = {
  /** An active service type, or also an inactive one. */
  async find(
    sql: Sql,
    applicationId: string,
    id: string,
    { mayBeInactive = false }: { mayBeInactive?: boolean } = {},
  ): Promise<ServiceType | undefined> {
    const { rows } = await sql.query<{ service_type: ServiceType | null }>(
      'SELECT service_type FROM service_types WHERE application_id = $1 AND id = $2',
      [applicationId, id],
    )
    const found = rows[0]?.service_type ?? undefined
    return found?.active || mayBeInactive ? found : undefined
  },

  /** Stores the service type of an event, or its removal, unless a newer version is stored. */
  keep(tx: Tx, { applicationId, id, version, serviceType }: EventData<'APServiceTypeChangedEvent'>): void {
    tx.write(
      `INSERT INTO service_types (application_id, id, version, service_type) VALUES ($1, $2, $3, $4)
       ON CONFLICT (application_id, id) DO UPDATE SET version = $3, service_type = $4 WHERE service_types.version < $3`,
      [applicationId, id, version, serviceType ?? null],
    )
  },
}
