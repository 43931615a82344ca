import { dayIn, medianAndP90, spanOfDay, type NotificationStatisticsQuery } from '@appointments/contracts'
import { dayFigures, type DueDay, type Pool, type Tx } from '@appointments/postgres'
import type { NotificationFigures } from '../../domain/history/notification-figures.ts'
import { agentsOf, timeIn } from './searched-columns.ts'

/** Maximum number of changes that are processed at once. */
const CHANGES = 10_000

/**
 * The time zone of an application, if it is known. PostgreSQL must not read it: it rejects some names that the runtime
 * accepts, which would stop the figures of all applications, and understands others as abbreviations.
 */
const ZONE = `coalesce(p.application ->> 'defaultTimezone', 'UTC')`

/** A message is due at its planned time, but not before it exists. */
const SECONDS = `greatest(0, floor(extract(epoch FROM n.updated_at - greatest(n.created_at, ${timeIn('n')}))))`
/** Whole seconds; from 100 on rounded down to two digits. */
const STEP = `CASE WHEN ${SECONDS} < 100 THEN ${SECONDS} ELSE trunc(${SECONDS}, 1 - floor(log(${SECONDS}))::integer) END::integer`

const KEYS: Readonly<Record<NotificationStatisticsQuery['groupBy'], string>> = {
  day: 'day::text',
  channel: 'channel',
  type: 'type',
  none: `'all'`,
}

/** Figures of messages by application, day, channel, type and the agents of their appointments. */
export const notificationFigures = {
  ...dayFigures('notification', ZONE),

  /**
   * Marks the days that changes affect as due.
   * @returns whether there may be more; undefined if another replica is doing this already
   */
  async noteDays(tx: Tx): Promise<boolean | undefined> {
    const { rowCount } = await tx.query('SELECT FROM notification_figure_state FOR UPDATE SKIP LOCKED', [])
    if (rowCount === 0) return undefined
    const { rows: seen } = await tx.query<{ applicationId: string; zone: string; at: Date }>(
      `WITH seen AS (
         DELETE FROM notification_figure_changes WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM notification_figure_changes LIMIT ${CHANGES}))
         RETURNING application_id, at)
       SELECT seen.application_id AS "applicationId", ${ZONE} AS zone, seen.at
       FROM seen LEFT JOIN applications p ON p.id = seen.application_id`,
      [],
    )
    this.markDays(
      tx,
      seen.map(({ applicationId, zone, at }) => ({ applicationId, day: dayIn(zone, at) })),
    )
    return seen.length === CHANGES
  },

  /** Computes the figures of a day that has none. */
  computeDay(tx: Tx, { applicationId, day, zone }: DueDay): void {
    const { from, to } = spanOfDay(zone, day)
    tx.write(
      `WITH found AS MATERIALIZED (
         SELECT n.channel, n.type, n.status, CASE WHEN n.status = 'DELIVERED' THEN ${STEP} END AS step,
           -- one look at each appointment, because a join would read all of them
           ARRAY(SELECT DISTINCT agent FROM appointments a, jsonb_array_elements_text(${agentsOf('a')}) agent
                 WHERE a.id = n.appointment_id ORDER BY agent) AS agent_ids
         FROM notifications n
         WHERE n.application_id = $1 AND ${timeIn('n')} >= $3 AND ${timeIn('n')} < $4),
       counted AS (
         SELECT channel, type, status, step, agent_ids, GROUPING(agent_ids) = 1 AS is_total, count(*) AS count
         FROM found GROUP BY channel, type, status, step, GROUPING SETS ((agent_ids), ()))
       INSERT INTO notification_figures (application_id, day, channel, type, is_total, agent_ids, created, delivered,
         failed, cancelled, seconds)
       SELECT $1, $2::date, channel, type, is_total, coalesce(agent_ids, '{}'), sum(count),
         coalesce(sum(count) FILTER (WHERE status = 'DELIVERED'), 0),
         coalesce(sum(count) FILTER (WHERE status = 'FAILED'), 0),
         coalesce(sum(count) FILTER (WHERE status = 'CANCELLED'), 0),
         coalesce(jsonb_object_agg(step, count) FILTER (WHERE step IS NOT NULL), '{}')
       FROM counted GROUP BY channel, type, is_total, agent_ids`,
      [applicationId, day, from, to],
    )
  },

  /** The figures of a period, one row for each key, sorted by key. */
  async find(
    pool: Pool,
    { applicationId, from, to, agentId, groupBy }: NotificationStatisticsQuery,
  ): Promise<NotificationFigures[]> {
    const figures = `SELECT ${KEYS[groupBy]} AS key, created, delivered, failed, cancelled, seconds
      FROM notification_figures WHERE application_id = $1 AND day BETWEEN $2 AND $3
        AND ${agentId ? 'NOT is_total AND agent_ids && $4::text[]' : 'is_total'}`
    const values = [applicationId, from, to, ...(agentId ? [agentId] : [])]
    const [sums, steps] = await Promise.all([
      pool.query<Omit<NotificationFigures, 'secondsToDelivered'>>(
        `SELECT key, sum(created) AS created, sum(delivered) AS delivered, sum(failed) AS failed,
           sum(cancelled) AS cancelled
         FROM (${figures}) figures GROUP BY key ORDER BY key`,
        values,
      ),
      pool.query<{ key: string; step: number; count: number }>(
        `SELECT key, step::integer, sum(count::integer) AS count
         FROM (${figures}) figures CROSS JOIN LATERAL jsonb_each_text(seconds) AS counted (step, count) GROUP BY 1, 2`,
        values,
      ),
    ])
    return sums.rows.map((row) => {
      const times = steps.rows.filter(({ key }) => key === row.key)
      const secondsToDelivered = medianAndP90(new Map(times.map(({ step, count }) => [step, count])))
      return { ...row, ...(secondsToDelivered && { secondsToDelivered }) }
    })
  },
}
