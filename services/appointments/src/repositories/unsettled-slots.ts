import type { Sql, Tx } from '@appointments/postgres'
import { CLAIM_MS, firstAsk, isSettled, settled, type Unsettled } from '../domain/unsettled.ts'

interface Row {
  unsettled: Unsettled | null
  asks: number | null
  /** Agents whose claims are found in the bookings only: a replica of the previous release made them. */
  claims: { agentId: string; until: string }[] | null
}

/** An appointment to ask the other services about. */
export interface ToAsk {
  id: string
  unsettled: Unsettled
  asks: number
}

const LONGEST_PAUSE_MS = 30_000

const SELECT = `SELECT u.unsettled, u.asks,
    (SELECT json_agg(json_build_object('agentId', b.agent_id, 'until', b.claimed_until)) FROM agent_bookings b
     WHERE b.appointment_id = ids.id AND b.claimed_until IS NOT NULL) AS claims`

function unsettledIn({ unsettled, claims }: Row): Unsettled {
  const known = unsettled ?? settled
  const foreign = (claims ?? []).filter((claim) => known.claims.every((one) => one.agentId !== claim.agentId))
  if (foreign.length === 0) return known
  const adopted = foreign.map(({ agentId, until }) => {
    const at = new Date(Date.parse(until) - CLAIM_MS).toISOString()
    return { id: `${agentId} ${at}`, agentId, at }
  })
  return { ...known, claims: [...known.claims, ...adopted] }
}

/** Slots that occupy agents' time in addition to bookings. To change them, lock the appointment first. */
export const unsettledSlots = {
  async find(tx: Tx, id: string): Promise<Unsettled> {
    const { rows } = await tx.query<Row>(
      `${SELECT} FROM (SELECT $1::text AS id) ids LEFT JOIN unsettled_slots u ON u.appointment_id = ids.id`,
      [id],
    )
    return rows[0] ? unsettledIn(rows[0]) : settled
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
      `(SELECT appointment_id AS id, ask_at FROM unsettled_slots WHERE ask_at < $1 ORDER BY ask_at LIMIT $2)
       UNION ALL
       (SELECT b.appointment_id, b.claimed_until FROM agent_bookings b
        WHERE b.claimed_until < $1 AND b.appointment_id IS NOT NULL
          AND NOT EXISTS (SELECT FROM unsettled_slots u WHERE u.appointment_id = b.appointment_id)
        ORDER BY b.claimed_until LIMIT $2)
       ORDER BY ask_at LIMIT $2`,
      [now, limit],
    )
    return [...new Set(rows.map(({ id }) => id))]
  },

  async findAll(sql: Sql, ids: readonly string[]): Promise<ToAsk[]> {
    const { rows } = await sql.query<Row & { id: string }>(
      `${SELECT}, ids.id FROM unnest($1::text[]) AS ids (id)
       LEFT JOIN unsettled_slots u ON u.appointment_id = ids.id`,
      [ids],
    )
    return rows.map((row) => ({ id: row.id, unsettled: unsettledIn(row), asks: row.asks ?? 0 }))
  },
}
