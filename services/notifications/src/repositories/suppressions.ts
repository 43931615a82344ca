import { pageOf, type Page, type SuppressionQuery } from '@appointments/contracts'
import { readTogether, type Sql, type Tx } from '@appointments/postgres'
import type { Suppression } from '../domain/consent/suppression.ts'
import { newestFirst } from '../domain/newest-first.ts'

const COLUMNS = `id, application_id AS "applicationId", channel, recipient, reason,
  notification_id AS "notificationId", created_by AS "createdBy", created_at AS "createdAt"`

/** An address of an application, identified by its keyed hash. */
export type Address = Pick<Suppression, 'applicationId' | 'channel' | 'recipient'>

/** A suppression before it is stored. */
export type NewSuppression = Omit<Suppression, 'notificationId' | 'createdBy'> &
  Partial<Pick<Suppression, 'notificationId' | 'createdBy'>>

const keyOf = ({ applicationId, channel, recipient }: Address) =>
  JSON.stringify([applicationId, channel, recipient])

/** The suppressions of an address, by its key. */
const readOfAddress = readTogether(async (sql, keys) => {
  const addresses = keys.map((key) => JSON.parse(key) as [string, string, string])
  const { rows } = await sql.query<Suppression>(
    `SELECT ${COLUMNS} FROM suppressions
     WHERE (application_id, channel, recipient) IN (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]))
     ORDER BY created_at, id`,
    [0, 1, 2].map((place) => addresses.map((address) => address[place])),
  )
  return keys.map((id) => ({ id, found: rows.filter((row) => keyOf(row) === id) }))
})

/** Suppressed addresses: an application sends them nothing, or only some types. */
export const suppressions = {
  /**
   * Adds a suppression. If there is one for the same address and reason, it stays unchanged and is returned instead.
   */
  async add(tx: Tx, suppression: NewSuppression): Promise<Suppression> {
    return (await this.addAll(tx, [suppression]))[0] as Suppression
  },

  /** Adds several suppressions of different addresses or reasons. */
  async addAll(tx: Tx, added: readonly NewSuppression[]): Promise<Suppression[]> {
    const { rows } = await tx.query<Suppression>(
      // the no-op update makes the statement return a row that exists already
      `INSERT INTO suppressions (id, application_id, channel, recipient, reason, notification_id, created_by,
                                 created_at)
       SELECT id, "applicationId", channel, recipient, reason, "notificationId", "createdBy", "createdAt"
       FROM jsonb_to_recordset($1::jsonb) AS added(
         id text, "applicationId" text, channel text, recipient text, reason text, "notificationId" text,
         "createdBy" text, "createdAt" timestamptz)
       ORDER BY "applicationId"
       ON CONFLICT (application_id, channel, recipient, reason) DO UPDATE SET reason = excluded.reason
       RETURNING ${COLUMNS}`,
      [JSON.stringify(added)],
    )
    return rows
  },

  /** The suppressions of an address. */
  async of(sql: Sql, address: Address): Promise<Suppression[]> {
    return (await readOfAddress(sql, keyOf(address)))?.found ?? []
  },

  /** The suppressions of several addresses of an application, on any channel. */
  async ofAll(sql: Sql, applicationId: string, recipients: readonly string[]): Promise<Suppression[]> {
    if (recipients.length === 0) return []
    const { rows } = await sql.query<Suppression>(
      `SELECT ${COLUMNS} FROM suppressions WHERE application_id = $1 AND recipient = ANY($2)`,
      [applicationId, recipients],
    )
    return rows
  },

  /** Removes the suppressions of an address for one reason in these applications. */
  lift(
    tx: Tx,
    applicationIds: readonly string[],
    { channel, recipient, reason }: Pick<Suppression, 'channel' | 'recipient' | 'reason'>,
  ): void {
    tx.write(
      `DELETE FROM suppressions
       WHERE application_id = ANY($1) AND channel = $2 AND recipient = $3 AND reason = $4`,
      [applicationIds, channel, recipient, reason],
    )
  },

  /** @returns whether there was one */
  async remove(tx: Tx, applicationId: string, id: string): Promise<boolean> {
    const { rowCount } = await tx.query('DELETE FROM suppressions WHERE application_id = $1 AND id = $2', [
      applicationId,
      id,
    ])
    return rowCount === 1
  },

  async list(sql: Sql, applicationId: string, query: SuppressionQuery): Promise<Page<Suppression>> {
    const slice = newestFirst(query)
    const { order, limit, offset } = slice
    const where = `application_id = $1 AND ($2::text[] IS NULL OR channel = ANY($2))
      AND ($3::text[] IS NULL OR reason = ANY($3))`
    const values = [applicationId, query.channel ?? null, query.reason ?? null]
    const { rows: counted } = await sql.query<{ total: number }>(
      `SELECT count(*) AS total FROM suppressions WHERE ${where}`,
      values,
    )
    const { rows } = await sql.query<Suppression>(
      `SELECT ${COLUMNS} FROM suppressions WHERE ${where}
       ORDER BY created_at ${order}, id ${order} LIMIT $4 OFFSET $5`,
      [...values, limit, offset],
    )
    return pageOf({ content: rows, total: counted[0]?.total ?? 0 }, slice)
  },
}
