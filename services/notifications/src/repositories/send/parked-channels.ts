import type { NotificationChannel } from '@appointments/contracts'
import { readTogether, type Sql } from '@appointments/postgres'

/** A channel on which the provider rejects the account, or one application's sender. */
export interface ParkedChannel {
  channel: NotificationChannel
  /** Empty if it is parked for all applications. */
  applicationId: string
  reason: string
  /** Number of attempts since it was parked. */
  tries: number
  nextTryAt: Date
}

const COLUMNS = 'channel, application_id AS "applicationId", reason, tries, next_try_at AS "nextTryAt"'

/** Parked channels, by channel and application as JSON. */
const readParked = readTogether(async (sql, keys) => {
  const asked = keys.map((id) => ({ id, of: JSON.parse(id) as [NotificationChannel, string] }))
  const { rows } = await sql.query<ParkedChannel>(
    `SELECT ${COLUMNS} FROM parked_channels
     WHERE channel = ANY ($1::text[]) AND (application_id = '' OR application_id = ANY ($2::text[]))`,
    [asked.map(({ of: [channel] }) => channel), asked.map(({ of: [, applicationId] }) => applicationId)],
  )
  return asked.map(({ id, of: [channel, applicationId] }) => ({
    id,
    found: rows.filter((row) => row.channel === channel && ['', applicationId].includes(row.applicationId)),
  }))
})

/** Channels whose messages wait because the provider rejects the account or the sender. */
export const parkedChannels = {
  async find(sql: Sql, channel: NotificationChannel, applicationId: string): Promise<ParkedChannel[]> {
    return (await readParked(sql, JSON.stringify([channel, applicationId])))?.found ?? []
  },

  /**
   * Parks a channel, or updates the reason if it is parked already.
   * @returns whether it was not parked before
   */
  async park(
    sql: Sql,
    { channel, applicationId, reason, nextTryAt, now }: Omit<ParkedChannel, 'tries'> & { now: Date },
  ): Promise<boolean> {
    const { rows } = await sql.query<{ is_new: boolean }>(
      `INSERT INTO parked_channels AS parked (channel, application_id, reason, parked_at, tries, next_try_at)
       VALUES ($1, $2, $3, $4, 0, $5)
       ON CONFLICT (channel, application_id) DO UPDATE SET reason = excluded.reason
       RETURNING xmax = 0 AS is_new`,
      [channel, applicationId, reason, now, nextTryAt],
    )
    return rows[0]?.is_new ?? false
  },

  /**
   * Claims the next attempt on a parked channel.
   * @returns false if another replica has claimed it, or if it is too early
   */
  async takeTry(
    sql: Sql,
    { channel, applicationId, tries }: ParkedChannel,
    { now, nextTryAt }: { now: Date; nextTryAt: Date },
  ): Promise<boolean> {
    const { rowCount } = await sql.query(
      `UPDATE parked_channels SET tries = tries + 1, next_try_at = $5
       WHERE channel = $1 AND application_id = $2 AND tries = $3 AND next_try_at <= $4`,
      [channel, applicationId, tries, now, nextTryAt],
    )
    return rowCount === 1
  },

  async open(sql: Sql, channel: NotificationChannel, applicationId: string): Promise<void> {
    await sql.query(`DELETE FROM parked_channels WHERE channel = $1 AND application_id IN ('', $2)`, [
      channel,
      applicationId,
    ])
  },
}
