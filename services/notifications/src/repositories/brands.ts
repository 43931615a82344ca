import type { Brand, Presentation } from '@appointments/contracts'
import type { Sql, Tx } from '@appointments/postgres'

/** Brands of applications, received from the appointments service. */
export const brands = {
  /** Stores the brand of a presentation unless a newer one is stored. */
  keep(tx: Tx, { applicationId, version, brand }: Presentation): void {
    tx.write(
      `INSERT INTO brands (application_id, version, brand) VALUES ($1, $2, $3)
       ON CONFLICT (application_id) DO UPDATE SET version = excluded.version, brand = excluded.brand
       WHERE brands.version < excluded.version`,
      [applicationId, version, JSON.stringify(brand)],
    )
  },

  /** The brand of an application; empty if it has none. */
  async find(sql: Sql, applicationId: string): Promise<Brand> {
    const { rows } = await sql.query<{ brand: Brand }>('SELECT brand FROM brands WHERE application_id = $1', [
      applicationId,
    ])
    return rows[0]?.brand ?? {}
  },
}
