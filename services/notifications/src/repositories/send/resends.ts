import { takeLock, type Sql, type Tx } from '@appointments/postgres'

/** How long a resent message counts towards the limit. */
const WINDOW_MS = 3_600_000

interface Resend {
  notificationId: string
  applicationId: string
  /** A keyed hash of the address. */
  recipient: string
}

/** Messages that were resent to each address of an application within the last hour. */
export const resends = {
  /**
   * Counts a message, unless the limit is reached. Concurrent requests for one address wait for each other.
   * @returns when the next message is possible; undefined if this message was counted
   */
  async count(
    tx: Tx,
    { notificationId, applicationId, recipient }: Resend,
    most: number,
    now: Date,
  ): Promise<Date | undefined> {
    await tx.query(`SELECT ${takeLock('$1', 1)}`, [`${applicationId} ${recipient}`])
    const { rows } = await tx.query<{ at: Date }>(
      `SELECT at FROM resends WHERE application_id = $1 AND recipient = $2 AND at > $3 ORDER BY at DESC LIMIT $4`,
      [applicationId, recipient, new Date(now.getTime() - WINDOW_MS), most],
    )
    const oldest = rows[most - 1]
    if (oldest) return new Date(oldest.at.getTime() + WINDOW_MS)
    tx.write('INSERT INTO resends (notification_id, application_id, recipient, at) VALUES ($1, $2, $3, $4)', [
      notificationId,
      applicationId,
      recipient,
      now,
    ])
    return undefined
  },

  /** Deletes messages that are too old to count. */
  async dropStale(sql: Sql, now: Date, limit: number): Promise<void> {
    await sql.query(
      `DELETE FROM resends WHERE notification_id IN (
         SELECT notification_id FROM resends WHERE at <= $1 ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      [new Date(now.getTime() - WINDOW_MS), limit],
    )
  },
}
