import { createHash } from 'node:crypto'
import { problem, type UsedPassword } from '@appointments/contracts'
import type { Pool, Sql, Tx } from '@appointments/postgres'

/** Longer than the lifetime of passwords and of stored responses, so that no password outlives its row. */
const KEPT_MS = 48 * 3_600_000
const MOST_AT_ONCE = 1000

const hashOf = ({ id }: UsedPassword) => createHash('sha256').update(id).digest('base64url')

/** One-time passwords that have booked an appointment. */
export const usedPasswords = {
  /**
   * Records the use of a password in the transaction of its booking.
   * @throws Problem OTP_INVALID if it has been used for a booking before
   */
  take(tx: Tx, password: UsedPassword, now: Date): void {
    tx.write(
      'INSERT INTO used_passwords (id_hash, used_at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [hashOf(password), now],
      () => problem('OTP_INVALID'),
    )
  },

  /** @throws Problem OTP_INVALID if the password has been used for a booking before */
  async requireUnused(sql: Sql, password: UsedPassword): Promise<void> {
    const { rowCount } = await sql.query('SELECT 1 FROM used_passwords WHERE id_hash = $1', [
      hashOf(password),
    ])
    if (rowCount) throw problem('OTP_INVALID')
  },

  /** Deletes expired rows; resolves to whether there may be more of them. */
  async purge(pool: Pool, now: Date): Promise<boolean> {
    const { rowCount } = await pool.query(
      `DELETE FROM used_passwords WHERE id_hash IN (SELECT id_hash FROM used_passwords WHERE used_at < $1 LIMIT $2)`,
      [new Date(now.getTime() - KEPT_MS), MOST_AT_ONCE],
    )
    return rowCount === MOST_AT_ONCE
  },
}
