import type { Sql, Tx } from '@appointments/postgres'
import type { LogoImage } from '../domain/logo.ts'

/** How many logos of an application are kept: older ones are in mails that people still open. */
const KEPT = 5

/** The images of logos. To change them, lock the application first. */
export const logos = {
  async find(sql: Sql, applicationId: string, hash: string) {
    const { rows } = await sql.query<{ mediaType: string; image: Buffer }>(
      'SELECT media_type AS "mediaType", image FROM logos WHERE application_id = $1 AND hash = $2',
      [applicationId, hash],
    )
    return rows[0]
  },

  put(tx: Tx, applicationId: string, { hash, mediaType, image }: LogoImage, now: Date): void {
    tx.write(
      `INSERT INTO logos (application_id, hash, media_type, image, made_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (application_id, hash) DO UPDATE SET made_at = $5`,
      [applicationId, hash, mediaType, image, now],
    )
    tx.write(
      `DELETE FROM logos WHERE application_id = $1 AND hash NOT IN
         (SELECT hash FROM logos WHERE application_id = $1 ORDER BY made_at DESC, hash LIMIT ${KEPT})`,
      [applicationId],
    )
  },

  removeAll(tx: Tx, applicationId: string): void {
    tx.write('DELETE FROM logos WHERE application_id = $1', [applicationId])
  },
}
