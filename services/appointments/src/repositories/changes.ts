import { namesOfAgents } from '@appointments/agent-names'
import { withDefaults, type Application } from '@appointments/contracts'
import type { Pool, Sql, Tx } from '@appointments/postgres'
import { failPoint } from '@appointments/runtime'
import type { Past, RecordedChange } from '../domain/recorded-change.ts'
import type { ChangeFilter, Fed, FedChange, StoredChange } from '../domain/stored-change.ts'

/** Key of the lock that only one replica at a time holds, to number changes. */
const NUMBERING_LOCK = 0x63_68_67_73
/** Maximum number of changes that are numbered at once. */
const BATCH = 1000
/** Maximum number of changes that are scanned for a page, which limits its cost if few of them match. */
const SCANNED = 10_000
/** The clocks of replicas differ by less than this. */
const CLOCK_SKEW_MS = 5000

interface Row extends Omit<FedChange, 'application'> {
  settings: Application | null
}

const STORED = `c.id, c.appointment_id AS "appointmentId", c.organization_id AS "organizationId", c.version, c.type, c.at,
  c.actor, c.changed, c.reason`

/** Inserts changes in their order. @param rows the parameter with the rows of {@link changeParameter} */
export const insertChanges = (rows: string) =>
  `INSERT INTO appointment_changes (appointment_id, application_id, organization_id, version, type, at, actor, changed,
     reason, agents_before, agents_after, starts)
   SELECT "appointmentId", "applicationId", "organizationId", version, type, at, actor, changed,
     reason, "agentsBefore", "agentsAfter", starts
   FROM json_to_recordset(${rows}::json) AS change ("appointmentId" text, "applicationId" text, "organizationId" text,
     version integer, type text, at timestamptz, actor json, changed json,
     reason text, "agentsBefore" text[], "agentsAfter" text[], starts timestamptz[])`

/** Converts changes to the parameter of their insert. */
export const changeParameter = (recorded: readonly RecordedChange[]): string => JSON.stringify(recorded)

/** Changes of appointments. */
export const changes = {
  /** Stores changes in their transaction. They appear in the feed as soon as they are numbered. */
  add(tx: Tx, recorded: readonly RecordedChange[]): void {
    tx.write(insertChanges('$1'), [changeParameter(recorded)])
  },

  /**
   * Removes the changes of an appointment that is removed for good.
   * @returns the agents and the starts in these changes
   */
  async erase(tx: Tx, appointmentId: string): Promise<Past> {
    const { rows } = await tx.query<{ agents: string[]; starts: Date[] }>(
      `DELETE FROM appointment_changes WHERE appointment_id = $1
       RETURNING agents_before || agents_after AS agents, starts`,
      [appointmentId],
    )
    return {
      agents: [...new Set(rows.flatMap(({ agents }) => agents))],
      starts: [...new Set(rows.flatMap(({ starts }) => starts.map((start) => start.toISOString())))],
    }
  },

  /**
   * Gives committed changes their positions. This is a single statement: the next one gets the lock only when these
   * positions are visible, so no position appears behind a reader.
   * @param waits whether to wait while another call numbers changes that the caller needs
   * @returns whether there may be more
   */
  async number(pool: Pool, now: Date, { waits = false }: { waits?: boolean } = {}): Promise<boolean> {
    const alone = waits
      ? // without changes to number, readers need no lock and do not wait for each other
        `SELECT EXISTS (SELECT FROM appointment_changes WHERE position IS NULL)
           AND pg_advisory_xact_lock($1) IS NOT NULL AS is_alone`
      : 'SELECT pg_try_advisory_xact_lock($1) AS is_alone'
    const { rows } = await pool.query<{ numbered: number }>(
      `WITH alone AS MATERIALIZED (${alone}),
       waiting AS MATERIALIZED (
         SELECT appointment_id, id FROM appointment_changes WHERE position IS NULL AND (SELECT is_alone FROM alone)
         ORDER BY id LIMIT $2),
       numbered AS MATERIALIZED (
         SELECT appointment_id, id, nextval('appointment_change_positions') AS position FROM waiting),
       marked AS (
         INSERT INTO appointment_change_marks (at, position)
         SELECT date_trunc('minute', $3::timestamptz), min(position) - 1 FROM numbered HAVING count(*) > 0
         ON CONFLICT DO NOTHING),
       placed AS (
         UPDATE appointment_changes c SET position = n.position FROM numbered n
         WHERE c.appointment_id = n.appointment_id AND c.id = n.id AND c.position IS NULL)
       SELECT count(*) AS numbered FROM numbered`,
      [NUMBERING_LOCK, BATCH, now],
    )
    const numbered = rows[0]?.numbered ?? 0
    if (numbered > 0) await failPoint('number.after')
    return numbered === BATCH
  },

  /** The position of the newest change; 0 if there is none. */
  async newest(sql: Sql): Promise<number> {
    const { rows } = await sql.query<{ position: number }>(
      'SELECT position FROM appointment_changes WHERE position IS NOT NULL ORDER BY position DESC LIMIT 1',
      [],
    )
    return rows[0]?.position ?? 0
  },

  /** The position after which every change since an instant is found. */
  async positionBefore(sql: Sql, at: Date): Promise<number> {
    // with the mark, changes that were numbered more than a minute before need not be scanned
    const { rows } = await sql.query<{ position: number }>(
      `WITH marked AS MATERIALIZED (
         SELECT coalesce((SELECT position FROM appointment_change_marks WHERE at <= $2 ORDER BY at DESC LIMIT 1), 0) AS position)
       SELECT coalesce(
         (SELECT c.position - 1 FROM appointment_changes c WHERE c.position > (SELECT position FROM marked) AND c.at >= $1
          ORDER BY c.position LIMIT 1),
         (SELECT max(c.position) FROM appointment_changes c WHERE c.position IS NOT NULL),
         0) AS position`,
      [at, new Date(at.getTime() - CLOCK_SKEW_MS)],
    )
    return rows[0]?.position ?? 0
  },

  /** The changes after a position, in order. */
  async after(sql: Sql, position: number, limit: number, filter: ChangeFilter = {}): Promise<Fed> {
    const values: unknown[] = [position]
    const where = (text: string, value: unknown) =>
      value === undefined
        ? ''
        : ` AND ${text.replaceAll(
            '?',
            (
              (place) => () =>
                place
            )(`$${values.push(value)}`),
          )}`
    const filtered =
      where('c.organization_id = ?', filter.organizationId) +
      where('c.application_id = ?', filter.applicationId) +
      where('c.type = ANY (?)', filter.types) +
      where('(c.agents_before && ? OR c.agents_after && ?)', filter.agentIds)
    const { rows } = await sql.query<Partial<Row> & { end: number | null; scanned: number }>({
      // one statement, so that the end and the changes come from the same snapshot
      text: `SELECT seen.scanned, seen.end, fed.*
        FROM (SELECT count(*) AS scanned, max(position) AS "end" FROM (
                SELECT position FROM appointment_changes WHERE position > $1 ORDER BY position LIMIT ${SCANNED}) AS s
             ) AS seen
        LEFT JOIN LATERAL (
          SELECT ${STORED}, c.position, c.application_id AS "applicationId", c.agents_before AS "agentsBefore",
            c.agents_after AS "agentsAfter", a.appointment, a.roster, p.settings,
            ${namesOfAgents('a.organization_id', 'a.roster')} AS "agentNames"
          FROM appointment_changes c
          LEFT JOIN appointments a ON a.id = c.appointment_id LEFT JOIN applications p ON p.id = c.application_id
          WHERE c.position > $1 AND c.position <= seen.end${filtered}
          ORDER BY c.position LIMIT ${limit}) AS fed ON true
        ORDER BY fed.position`,
      values,
    })
    const found = rows
      .filter((row): row is Row & (typeof rows)[number] => row.position != null)
      // once for all listeners
      .map(({ settings, ...row }): FedChange => ({
        ...row,
        application: settings ? withDefaults(settings) : undefined,
      }))
    const { end = null, scanned = 0 } = rows[0] ?? {}
    const isFull = found.length === limit
    return {
      changes: found,
      position: (isFull ? found.at(-1)?.position : end) ?? position,
      hasMore: isFull || scanned === SCANNED,
    }
  },

  /** The changes of an appointment, newest first. @param before the id of the last change on the previous page */
  async ofAppointment(
    sql: Sql,
    appointmentId: string,
    before: number | undefined,
    limit: number,
  ): Promise<StoredChange[]> {
    const { rows } = await sql.query<StoredChange>(
      `SELECT ${STORED} FROM appointment_changes c
       WHERE c.appointment_id = $1 AND ($2::bigint IS NULL OR c.id < $2) ORDER BY c.id DESC LIMIT $3`,
      [appointmentId, before ?? null, limit],
    )
    return rows
  },

  /** Deletes one batch of removals and marks from before an instant. @returns whether there may be more */
  async purge(pool: Pool, before: Date): Promise<boolean> {
    await pool.query(
      `DELETE FROM appointment_change_marks WHERE at < (
         SELECT max(at) FROM appointment_change_marks WHERE at < $1)`,
      [before],
    )
    const { rowCount } = await pool.query(
      `DELETE FROM appointment_changes WHERE (appointment_id, id) IN (
         SELECT appointment_id, id FROM appointment_changes WHERE type = 'APRemovedEvent' AND at < $1 LIMIT ${BATCH})`,
      [before],
    )
    return rowCount === BATCH
  },

  /**
   * The number of changes that have no position yet, counted up to a limit, and how long the oldest of them has waited.
   */
  async unnumbered(
    sql: Sql,
    now: Date,
    most: number,
  ): Promise<{ unnumbered: number; unnumberedSeconds: number }> {
    const { rows } = await sql.query<{ unnumbered: number; oldest: Date | null }>(
      `SELECT count(*) AS unnumbered, min(at) AS oldest FROM (
         SELECT at FROM appointment_changes WHERE position IS NULL ORDER BY id LIMIT $1) AS waiting`,
      [most],
    )
    const { unnumbered = 0, oldest = null } = rows[0] ?? {}
    return {
      unnumbered,
      unnumberedSeconds: oldest ? Math.max(0, (now.getTime() - oldest.getTime()) / 1000) : 0,
    }
  },
}
