import type { Clock } from '@appointments/runtime'
import type { Sql } from './pool.ts'
import type { Tx } from './statements.ts'
import type { Transaction } from './transaction.ts'

/** A day of an application. */
export interface FigureDay {
  applicationId: string
  day: string
}

/** A day whose figures are to be computed. */
export interface DueDay extends FigureDay {
  /** The time zone of the application. */
  zone: string
}

/**
 * Statements that all figures by day share.
 * @param of prefix of the table names: `<of>_figures`, `<of>_figure_days` with the days that are due, and
 * `<of>_figure_state` with a single row
 * @param zone SQL for the time zone of `p`, a row of `applications`
 */
export const dayFigures = (of: string, zone: string) => ({
  /** Marks as due all days of an application whose time zone has changed, and the days next to them. */
  noteAllDays(tx: Tx, applicationId: string): void {
    // waits for transactions that are marking days, because they may mark days of the old time zone
    tx.write(`SELECT FROM ${of}_figure_state FOR UPDATE`, [])
    // otherwise another replica could take a day that is due already, and compute it with the old time zone
    tx.write(`SELECT FROM ${of}_figure_days WHERE application_id = $1 ORDER BY day FOR UPDATE`, [
      applicationId,
    ])
    tx.write(
      `INSERT INTO ${of}_figure_days (application_id, day)
       SELECT DISTINCT $1, day + shift FROM (
         SELECT day FROM ${of}_figures WHERE application_id = $1
         UNION SELECT day FROM ${of}_figure_days WHERE application_id = $1) AS known, generate_series(-1, 1) AS shift
       ORDER BY 2 ON CONFLICT DO NOTHING`,
      [applicationId],
    )
  },

  /** Marks days as due. */
  markDays(tx: Tx, days: readonly FigureDay[]): void {
    tx.write(
      `INSERT INTO ${of}_figure_days (application_id, day)
       SELECT DISTINCT application_id, day FROM unnest($1::text[], $2::date[]) AS marked (application_id, day)
       ORDER BY 1, 2 ON CONFLICT DO NOTHING`,
      [days.map(({ applicationId }) => applicationId), days.map(({ day }) => day)],
    )
  },

  /** Takes the newest due day and deletes its figures. @returns undefined if no day is due */
  async takeDay(tx: Tx): Promise<DueDay | undefined> {
    const { rows } = await tx.query<DueDay>(
      `DELETE FROM ${of}_figure_days AS due WHERE ctid = (
         SELECT ctid FROM ${of}_figure_days ORDER BY day DESC, application_id LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING application_id AS "applicationId", day::text,
         coalesce((SELECT ${zone} FROM applications p WHERE p.id = due.application_id), 'UTC') AS zone`,
      [],
    )
    const [due] = rows
    if (due)
      tx.write(`DELETE FROM ${of}_figures WHERE application_id = $1 AND day = $2`, [
        due.applicationId,
        due.day,
      ])
    return due
  },

  /** Stores the time up to which all figures are computed, unless a day is still due. */
  markComputed(tx: Tx, asOf: Date): void {
    tx.write(
      `UPDATE ${of}_figure_state SET as_of = greatest(as_of, $1)
       WHERE NOT EXISTS (SELECT FROM ${of}_figure_days)`,
      [asOf],
    )
  },

  /** The time up to which all figures are computed; undefined before they have been computed for the first time. */
  async asOf(sql: Sql): Promise<Date | undefined> {
    const { rows } = await sql.query<{ at: Date | null }>(`SELECT as_of AS at FROM ${of}_figure_state`, [])
    return rows[0]?.at ?? undefined
  },
})

/** Figures of applications by day, which are computed again for each day that a change concerns. */
export interface DayFigures extends ReturnType<typeof dayFigures> {
  /**
   * Marks the days that changes concern as due.
   * @returns whether there may be more; undefined if another replica is at work
   */
  noteDays: (tx: Tx) => Promise<boolean | undefined>
  /** Computes the figures of one day, whose old figures have been deleted. */
  computeDay: (tx: Tx, day: DueDay) => void
}

/** Maximum number of days that one run computes. */
const DAYS = 100

/**
 * Computes the figures of the days that changes concern. Several replicas may do this in parallel; each day is computed
 * by one of them.
 * @param notedWithinMs longest time from a change until its day is marked
 * @returns true if there may be more
 */
export const computeDays =
  (
    { transaction, clock }: { transaction: Transaction; clock: Clock },
    figures: DayFigures,
    notedWithinMs: number,
  ) =>
  async (): Promise<boolean> => {
    const computeOne = () =>
      transaction(async (tx) => {
        const due = await figures.takeDay(tx)
        if (due) figures.computeDay(tx, due)
        return due !== undefined
      })
    const asOf = new Date(clock.now().getTime() - notedWithinMs)
    const more = await transaction((tx) => figures.noteDays(tx))
    if (more === undefined) return false
    let computed = 0
    while (computed < DAYS && (await computeOne())) computed += 1
    if (!more) await transaction((tx) => figures.markComputed(tx, asOf))
    return more || computed === DAYS
  }
