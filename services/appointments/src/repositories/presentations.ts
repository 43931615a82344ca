import { defaultPresentation, type Actor, type Presentation } from '@appointments/contracts'
import type { Sql, Tx } from '@appointments/postgres'

/** The origins that an application allows. */
interface OriginsOf {
  id: string
  origins: string[]
}

/** How applications present themselves. To change it, lock the application first. */
export const presentations = {
  /** The presentation of an application; the defaults in version 0 if none was ever written. */
  async find(sql: Sql, applicationId: string): Promise<Presentation> {
    const { rows } = await sql.query<{ presentation: Presentation }>(
      'SELECT presentation FROM presentations WHERE application_id = $1',
      [applicationId],
    )
    return complete(applicationId, rows[0]?.presentation)
  },

  /** Applications that allow pages of other origins, by id, a page at a time. */
  async originsAfter(sql: Sql, id: string | undefined, limit: number): Promise<OriginsOf[]> {
    const { rows } = await sql.query<OriginsOf>(
      `SELECT application_id AS id, presentation -> 'allowedOrigins' AS origins FROM presentations
       WHERE application_id > $1 AND json_array_length(presentation -> 'allowedOrigins') > 0
       ORDER BY application_id LIMIT $2`,
      [id ?? '', limit],
    )
    return rows
  },

  put(tx: Tx, presentation: Presentation, actor: Actor, now: Date): void {
    tx.write(
      `INSERT INTO presentations (application_id, version, presentation, updated_by, updated_at)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (application_id) DO UPDATE
       SET version = $2, presentation = $3, updated_by = $4, updated_at = $5`,
      [presentation.applicationId, presentation.version, presentation, actor, now],
    )
  },
}

/** A stored presentation, completed with parts that did not exist when it was stored. */
const complete = (applicationId: string, stored: Presentation | undefined): Presentation => ({
  ...defaultPresentation,
  applicationId,
  version: 0,
  ...stored,
  booking: { ...defaultPresentation.booking, ...stored?.booking },
})
