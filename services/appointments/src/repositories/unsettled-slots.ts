import type { Sql, Tx } from '@appointments/postgres'
import { firstAsk, isSettled, settled, type Unsettled } from '../domain/unsettled.ts'

/** An appointment to ask the other services about. */
export interface ToAsk {
  id: string
  unsettled: Unsettled
  asks: number
}

const LONGEST_PAUSE_MS = 30_000

/** Slots that occupy agents' time in addition to bookings. To change them, lock the appointment first. */
export const unsettledSlots = {
  async find(tx: Tx, id: string): Promise<Unsettled> {
    const [found] = await this.findAll(tx, [id])
    return found?.unsettled ?? settled
  },

  /** Locks the slots of a removed appointment, which has no row to lock. */
  async lock(tx: Tx, id: string): Promise<void> {
    await tx.query('SELECT FROM unsettled_slots WHERE appointment_id = $1 FOR UPDATE', [id])
  },

  save(tx: Tx, id: string, unsettled: Unsettled, now: Date): void {
    if (isSettled(unsettled)) {
      tx.write('DELETE FROM unsettled_slots WHERE appointment_id = $1', [id])
      return
    }
    tx.write(
      `INSERT INTO unsettled_slots (appointment_id, unsettled, ask_at) VALUES ($1, $2, $3)
       ON CONFLICT (appointment_id) DO UPDATE SET unsettled = $2, ask_at = $3, asks = 0`,
      [id, unsettled, firstAsk(unsettled, now)],
    )
  },

  /** Stores the remaining slots and when to ask again: the pause doubles each time, up to half a minute. */
  postpone(tx: Tx, id: string, unsettled: Unsettled, asks: number, now: Date): void {
    const pauseMs = Math.min(1000 * 2 ** asks, LONGEST_PAUSE_MS)
    const next = Math.max(firstAsk(unsettled, now).getTime(), now.getTime() + pauseMs)
    tx.write(
      `INSERT INTO unsettled_slots (appointment_id, unsettled, ask_at, asks) VALUES ($1, $2, $3, $4)
       ON CONFLICT (appointment_id) DO UPDATE SET unsettled = $2, ask_at = $3, asks = $4`,
      [id, unsettled, new Date(next), asks + 1],
    )
  },

  /** Appointments that are due to be asked about, the longest overdue first. */
  async due(sql: Sql, now: Date, limit: number): Promise<string[]> {
    const { rows } = await sql.query<{ id: string }>(
      'SELECT appointment_id AS id FROM unsettled_slots WHERE ask_at < $1 ORDER BY ask_at LIMIT $2',
      [now, limit],
    )
    return rows.map(({ id }) => id)
  },

  /**
   * The slots of each appointment. An appointment without slots gets an empty list, because its decisions may still
   * have to end.
   */
  async findAll(sql: Sql, ids: readonly string[]): Promise<ToAsk[]> {
    const { rows } = await sql.query<ToAsk>(
      'SELECT appointment_id AS id, unsettled, asks FROM unsettled_slots WHERE appointment_id = ANY ($1)',
      [ids],
    )
    const known = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id) => known.get(id) ?? { id, unsettled: settled, asks: 0 })
  },
}
