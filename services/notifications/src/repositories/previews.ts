import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Sql, Tx } from '@appointments/postgres'

/** A page that is shown for a short time: either an example or the content of a message. */
export interface Preview {
  keyHash: string
  /** The message whose content is shown. */
  notificationId?: string
  /** The page of an example. */
  page?: string
  expiresAt: Date
}

/** Mails that are shown without a token. */
export const previews = {
  async add(sql: Sql | Tx, { keyHash, notificationId, page, expiresAt }: Preview): Promise<void> {
    await sql.query(
      `INSERT INTO previews (key_hash, notification_id, page, expires_at) VALUES ($1, $2, $3, $4)`,
      [keyHash, notificationId ?? null, page === undefined ? null : deflateRawSync(page), expiresAt],
    )
  },

  /** The page of an example, or the message to show; undefined if the preview does not exist or has expired. */
  async find(
    sql: Sql,
    keyHash: string,
    now: Date,
  ): Promise<{ page: string } | { notificationId: string } | undefined> {
    const { rows } = await sql.query<{ notificationId: string | null; page: Buffer | null }>(
      `SELECT notification_id AS "notificationId", page FROM previews WHERE key_hash = $1 AND expires_at > $2`,
      [keyHash, now],
    )
    const [found] = rows
    if (found?.page) return { page: inflateRawSync(found.page).toString() }
    return found?.notificationId ? { notificationId: found.notificationId } : undefined
  },

  async dropExpired(sql: Sql, now: Date, limit: number): Promise<void> {
    await sql.query(
      `DELETE FROM previews WHERE key_hash IN (
         SELECT key_hash FROM previews WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      [now, limit],
    )
  },
}
