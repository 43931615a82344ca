import { takeLock, type Pool, type Sql, type Tx } from '@appointments/postgres'
import type { StoredHold } from '../domain/hold.ts'
import { MOST_COUNTED } from '../metrics.ts'
import { lockAgents } from './free-time.ts'

type Content = Omit<
  StoredHold,
  | 'key'
  | 'applicationId'
  | 'version'
  | 'countedAs'
  | 'isPublic'
  | 'appointmentId'
  | 'madeAt'
  | 'expiresAt'
  | 'extendableUntil'
  | 'usedAt'
  | 'releasedAt'
>

interface Row {
  key: string
  application_id: string
  counted_as: string
  is_public: boolean
  appointment_id: string | null
  version: number
  content: Content
  made_at: Date
  expires_at: Date
  extendable_until: Date
  used_at: Date | null
  released_at: Date | null
}

/** By name, because a statement with `*` fails on open connections as soon as a migration adds a column. */
const COLUMNS = `key, application_id, counted_as, is_public, appointment_id, version, content, made_at, expires_at,
  extendable_until, used_at, released_at`

const holdIn = (row: Row): StoredHold => ({
  ...row.content,
  key: row.key,
  applicationId: row.application_id,
  countedAs: row.counted_as,
  isPublic: row.is_public,
  version: row.version,
  madeAt: row.made_at,
  expiresAt: row.expires_at,
  extendableUntil: row.extendable_until,
  ...(row.appointment_id !== null && { appointmentId: row.appointment_id }),
  ...(row.used_at && { usedAt: row.used_at }),
  ...(row.released_at && { releasedAt: row.released_at }),
})

/** Ended holds stay for a day, so that a second use gets a specific error. */
const KEPT_MS = 86_400_000
const MOST_AT_ONCE = 1000

/** Live holds that are counted together. */
export interface HoldCount {
  live: number
  /** When the first of them ends. */
  firstEnd: Date | null
}

/** The live holds of one caller, and the holds that it made within the last hour, live or not. */
export interface CallerHolds extends HoldCount {
  madeInHour: number
  /** When the first hold made within the last hour will be an hour old. */
  hourEnd: Date | null
}

const HOUR_MS = 3_600_000

/** Waits for other writers of a count; kind 2 separates these locks from those of agents and applications. */
const lockCount = (tx: Tx, countedAs: string): void => tx.write(`SELECT ${takeLock('$1', 2)}`, [countedAs])

/** Holds and their claims on agents' time. To change one, lock it first; its agent is locked after that. */
export const holds = {
  async find(sql: Sql, key: string): Promise<StoredHold | undefined> {
    const { rows } = await sql.query<Row>(`SELECT ${COLUMNS} FROM holds WHERE key = $1`, [key])
    return rows[0] && holdIn(rows[0])
  },

  /** Reads a hold and locks it until the transaction ends. */
  async lock(tx: Tx, key: string): Promise<StoredHold | undefined> {
    const { rows } = await tx.query<Row>(`SELECT ${COLUMNS} FROM holds WHERE key = $1 FOR UPDATE`, [key])
    return rows[0] && holdIn(rows[0])
  },

  /** Live holds, ordered by key. @param after the last key of the previous page */
  async live(
    sql: Sql,
    { after = '', limit, now }: { after?: string | undefined; limit: number; now: Date },
  ): Promise<StoredHold[]> {
    const { rows } = await sql.query<Row>(
      `SELECT ${COLUMNS} FROM holds WHERE key > $1 AND expires_at > $2 AND used_at IS NULL AND released_at IS NULL
       ORDER BY key LIMIT $3`,
      [after, now, limit],
    )
    return rows.map(holdIn)
  },

  /** How many holds are live, and how many expired within the last day without use. */
  async figures(sql: Sql, now: Date): Promise<{ live: number; expired: number }> {
    const counted = (condition: string) =>
      `(SELECT count(*) FROM (SELECT FROM holds WHERE ${condition} AND used_at IS NULL AND released_at IS NULL
                              LIMIT ${MOST_COUNTED}) AS counted)`
    const { rows } = await sql.query<{ live: number; expired: number }>(
      `SELECT ${counted('expires_at > $1')} AS live, ${counted('expires_at <= $1 AND expires_at > $2')} AS expired`,
      [now, new Date(now.getTime() - KEPT_MS)],
    )
    return rows[0] ?? { live: 0, expired: 0 }
  },

  /** Locks the count of holds that are limited together, and counts them. */
  async count(tx: Tx, countedAs: string, now: Date): Promise<CallerHolds> {
    lockCount(tx, countedAs)
    const { rows } = await tx.query<CallerHolds>(
      `SELECT live.*, made.* FROM
         (SELECT count(*) AS live, min(expires_at) AS "firstEnd" FROM holds
          WHERE counted_as = $1 AND expires_at > $2 AND used_at IS NULL AND released_at IS NULL) live,
         (SELECT count(*) AS "madeInHour", min(made_at) + interval '1 hour' AS "hourEnd" FROM holds
          WHERE counted_as = $1 AND made_at > $3) made`,
      [countedAs, now, new Date(now.getTime() - HOUR_MS)],
    )
    return rows[0] ?? { live: 0, firstEnd: null, madeInHour: 0, hourEnd: null }
  },

  /** Locks the count of the public holds of an application, and counts the live ones. */
  async countPublic(tx: Tx, applicationId: string, now: Date): Promise<HoldCount> {
    lockCount(tx, `public/${applicationId}`)
    const { rows } = await tx.query<HoldCount>(
      `SELECT count(*) AS live, min(expires_at) AS "firstEnd" FROM holds
       WHERE application_id = $1 AND is_public AND expires_at > $2 AND used_at IS NULL AND released_at IS NULL`,
      [applicationId, now],
    )
    return rows[0] ?? { live: 0, firstEnd: null }
  },

  /** Stores a new hold with its claims; lock its agent first. */
  insert(tx: Tx, hold: StoredHold): void {
    const {
      key,
      applicationId,
      countedAs,
      isPublic,
      appointmentId,
      version,
      madeAt,
      expiresAt,
      extendableUntil,
      usedAt: _,
      releasedAt: _released,
      ...content
    } = hold
    tx.write(
      `INSERT INTO holds (key, application_id, counted_as, appointment_id, version, content, made_at, expires_at, extendable_until,
         is_public)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        key,
        applicationId,
        countedAs,
        appointmentId ?? null,
        version,
        content,
        madeAt,
        expiresAt,
        extendableUntil,
        isPublic,
      ],
    )
    tx.write(
      `INSERT INTO agent_bookings (agent_id, hold_key, kind, start_at, end_at, occupied_from, occupied_to, exclusive,
         claimed_until, organization_id, service_type_id)
       SELECT $1, $2, 'HELD', $3, $4, claim.*, true, $7, $8, $9 FROM unnest($5::timestamptz[], $6::timestamptz[]) AS claim`,
      [
        hold.agentId,
        key,
        hold.start,
        hold.end,
        hold.claims.map(({ from }) => from),
        hold.claims.map(({ to }) => to),
        expiresAt,
        hold.organizationId,
        hold.serviceTypeId ?? null,
      ],
    )
  },

  /**
   * Stores a later expiry, under the lock of the agent.
   * @returns false if another writer has dropped the claims meanwhile, because the hold had expired
   */
  async extend(tx: Tx, hold: StoredHold): Promise<boolean> {
    lockAgents(tx, hold.organizationId, [hold.agentId])
    const { rowCount } = await tx.query('UPDATE agent_bookings SET claimed_until = $2 WHERE hold_key = $1', [
      hold.key,
      hold.expiresAt,
    ])
    if (rowCount !== hold.claims.length) return false
    tx.write('UPDATE holds SET version = $2, expires_at = $3 WHERE key = $1', [
      hold.key,
      hold.version,
      hold.expiresAt,
    ])
    return true
  },

  /** Waits for other writers of the agent's time. */
  lockAgent(tx: Tx, { organizationId, agentId }: StoredHold): void {
    lockAgents(tx, organizationId, [agentId])
  },

  /** Frees the time of a hold that was used or released. */
  end(tx: Tx, hold: StoredHold): void {
    tx.write('DELETE FROM agent_bookings WHERE hold_key = $1', [hold.key])
    tx.write('UPDATE holds SET version = $2, used_at = $3, released_at = $4 WHERE key = $1', [
      hold.key,
      hold.version,
      hold.usedAt ?? null,
      hold.releasedAt ?? null,
    ])
  },

  /** Deletes the holds for a move of an appointment. @returns the deleted holds */
  async removeOfAppointment(tx: Tx, appointmentId: string): Promise<StoredHold[]> {
    const { rows } = await tx.query<Row>(
      `WITH removed AS (DELETE FROM holds WHERE appointment_id = $1 RETURNING ${COLUMNS}),
         freed AS (DELETE FROM agent_bookings WHERE hold_key IN (SELECT key FROM removed))
       SELECT * FROM removed`,
      [appointmentId],
    )
    return rows.map(holdIn)
  },

  /**
   * Deletes claims of holds that have expired, and holds that ended long ago. Writers and readers compare expiries
   * themselves, so this only tidies up.
   * @returns whether there may be more
   */
  async tidyUp(pool: Pool, now: Date): Promise<boolean> {
    const claims = await pool.query(
      `DELETE FROM agent_bookings WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM agent_bookings WHERE hold_key IS NOT NULL AND claimed_until <= $1
         LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      [now, MOST_AT_ONCE],
    )
    const ended = await pool.query(
      'DELETE FROM holds WHERE key IN (SELECT key FROM holds WHERE expires_at < $1 LIMIT $2)',
      [new Date(now.getTime() - KEPT_MS), MOST_AT_ONCE],
    )
    return claims.rowCount === MOST_AT_ONCE || ended.rowCount === MOST_AT_ONCE
  },
}
