import {
  dayIn,
  medianAndP90,
  spanOfDay,
  type AppointmentFigures,
  type AppointmentGroup,
} from '@appointments/contracts'
import { dayFigures, type DueDay, type Pool, type Tx } from '@appointments/postgres'

/** Lateness is counted in steps of this length. */
const LATENESS_STEP_S = 15
/** The last step contains everything later. */
const LAST_LATENESS_STEP = 240

/** Maximum number of changes that are processed at once. */
const CHANGES = 10_000

/** Days further back are computed only if one of their appointments changes. */
const OLDEST_DAYS = 731

/**
 * The time zone of an application. PostgreSQL must not read it: it rejects some names that the runtime accepts, which
 * would stop the figures of all applications, and understands others as abbreviations.
 */
const ZONE = "coalesce(p.settings ->> 'defaultTimezone', 'UTC')"

/** The step of lateness of a time, in steps after the start; early counts as on time. */
const stepOf = (joined: string) =>
  `least(${LAST_LATENESS_STEP}, greatest(0, floor(extract(epoch FROM ${joined} - start_at) / ${LATENESS_STEP_S})))::integer`

/** Selects the figures to read. */
interface FiguresOf {
  applicationId: string
  from: string
  to: string
  agentIds: readonly string[] | undefined
  groupBy: AppointmentGroup
}

const KEYS: Readonly<Record<AppointmentGroup, string>> = {
  day: 'day::text',
  agent: 'agent_id',
  queue: 'queue_id',
  serviceType: 'service_type_id',
  none: "'all'",
}

/** Figures of appointments by application, day, agent, queue and service type. */
export const figures = {
  ...dayFigures('appointment', ZONE),

  /**
   * Marks the days that changes concern as due; the first run marks all days of the last
   * two years and of the future.
   * @returns whether there may be more; undefined if another replica is at work
   */
  async noteDays(tx: Tx): Promise<boolean | undefined> {
    await tx.query(
      `WITH begun AS (
         INSERT INTO appointment_figure_state (position)
         SELECT coalesce(max(position), 0) FROM appointment_changes ON CONFLICT DO NOTHING RETURNING position)
       INSERT INTO appointment_figure_days (application_id, day)
       SELECT p.id, d.day::date FROM begun, applications p
       CROSS JOIN LATERAL (
         -- a day more at each end, because the days in UTC differ from those of the application by at most one
         SELECT min(start_at AT TIME ZONE 'UTC')::date - 1 AS first, max(start_at AT TIME ZONE 'UTC')::date + 1 AS last
         FROM appointments a WHERE a.application_id = p.id) AS span
       CROSS JOIN LATERAL generate_series(greatest(span.first, current_date - ${OLDEST_DAYS}), span.last, interval '1 day') AS d (day)
       ON CONFLICT DO NOTHING`,
      [],
    )
    const { rows } = await tx.query<{ position: number }>(
      'SELECT position FROM appointment_figure_state FOR UPDATE SKIP LOCKED',
      [],
    )
    const [state] = rows
    if (!state) return undefined
    const { rows: seen } = await tx.query<{
      position: number
      applicationId: string
      zone: string
      starts: Date[]
    }>(
      `WITH seen AS MATERIALIZED (
         SELECT position, application_id, starts FROM appointment_changes WHERE position > $1 ORDER BY position LIMIT ${CHANGES})
       SELECT position, application_id AS "applicationId", ${ZONE} AS zone, starts
       FROM seen JOIN applications p ON p.id = seen.application_id ORDER BY position`,
      [state.position],
    )
    const last = seen.at(-1)
    if (!last) return false
    this.markDays(
      tx,
      seen.flatMap(({ applicationId, zone, starts }) =>
        starts.map((start) => ({ applicationId, day: dayIn(zone, start) })),
      ),
    )
    tx.write('UPDATE appointment_figure_state SET position = $1', [last.position])
    return seen.length === CHANGES
  },

  /** Computes the figures of one day that has none yet. */
  computeDay(tx: Tx, { applicationId, day, zone }: DueDay): void {
    const { from, to } = spanOfDay(zone, day)
    tx.write(
      `WITH found AS MATERIALIZED (
         SELECT a.id, a.start_at, a.state, a.appointment ->> 'outcome' AS outcome,
           a.appointment #>> '{cancellation,byRole}' AS cancelled_by,
           coalesce(a.organizer_id, '') AS agent_id,
           coalesce(CASE
             WHEN a.roster -> 'target' IS NULL THEN a.appointment #>> '{assignment,queueId}'
             WHEN a.roster #>> '{target,type}' = 'QUEUE' THEN a.roster #>> '{target,id}' END, '') AS queue_id,
           coalesce(a.appointment ->> 'serviceTypeId', '') AS service_type_id,
           a.customer_joined_at
         FROM appointments a WHERE a.application_id = $1 AND a.start_at >= $3 AND a.start_at < $4),
       own_changes AS MATERIALIZED (
         -- a list of ids, so that the index finds their changes: a join would read all changes of the table
         SELECT c.id, c.appointment_id, c.type, c.at, c.starts, c.changed, c.agents_after FROM appointment_changes c
         WHERE c.appointment_id = ANY (ARRAY(SELECT id FROM found))),
       moves AS (
         SELECT appointment_id, count(*) AS moved, max(id) FILTER (WHERE cardinality(starts) > 1) AS last
         FROM own_changes WHERE type = 'APRescheduledEvent'
           -- a change of only the language or the time zone is no move
           AND EXISTS (SELECT FROM json_array_elements(changed) AS part WHERE part ->> 'name' IN ('start', 'end'))
         GROUP BY appointment_id),
       joins AS (
         -- presence before a move to another start was at another meeting
         SELECT c.appointment_id, min(c.at) AS at
         FROM own_changes c LEFT JOIN moves m USING (appointment_id)
         CROSS JOIN LATERAL json_array_elements(c.changed) AS part
         WHERE part ->> 'name' = 'presence' AND part ->> 'to' = 'JOINED' AND part ->> 'participantId' = ANY (c.agents_after)
           AND c.id > coalesce(m.last, 0)
         GROUP BY c.appointment_id),
       whole AS MATERIALIZED (
         SELECT f.*, coalesce(m.moved, 0) AS moved,
           CASE WHEN f.customer_joined_at IS NOT NULL THEN ${stepOf('f.customer_joined_at')} END AS customer_step,
           CASE WHEN j.at IS NOT NULL THEN ${stepOf('j.at')} END AS agent_step
         FROM found f LEFT JOIN moves m ON m.appointment_id = f.id LEFT JOIN joins j ON j.appointment_id = f.id)
       INSERT INTO appointment_figures (application_id, day, agent_id, queue_id, service_type_id, booked,
         cancelled_by_customer, cancelled_by_staff, moved, completed, no_show, failed, customer_lateness, agent_lateness)
       SELECT $1, $2::date, agent_id, queue_id, service_type_id, count(*),
         count(*) FILTER (WHERE state = 'CANCELLED' AND cancelled_by = 'ROLE_CUSTOMER'),
         count(*) FILTER (WHERE state = 'CANCELLED' AND cancelled_by IS DISTINCT FROM 'ROLE_CUSTOMER'),
         sum(moved),
         count(*) FILTER (WHERE outcome = 'COMPLETED'),
         count(*) FILTER (WHERE outcome = 'NO_SHOW'),
         count(*) FILTER (WHERE outcome = 'FAILED' OR state = 'ABORTED'),
         ${countsOf('customer_step')}, ${countsOf('agent_step')}
       FROM whole w GROUP BY agent_id, queue_id, service_type_id`,
      [applicationId, day, from, to],
    )
  },

  /** The figures of a period, one row for each key, sorted by key. */
  async find(
    pool: Pool,
    { applicationId, from, to, agentIds, groupBy }: FiguresOf,
  ): Promise<AppointmentFigures[]> {
    const key = KEYS[groupBy]
    const where = `application_id = $1 AND day BETWEEN $2 AND $3 AND ($4::text[] IS NULL OR agent_id = ANY ($4))`
    const values = [applicationId, from, to, agentIds ?? null]
    const [sums, steps] = await Promise.all([
      pool.query<Omit<AppointmentFigures, 'customerLateness' | 'agentLateness'>>({
        text: `SELECT ${key} AS key, sum(booked) AS booked, sum(cancelled_by_customer) AS "cancelledByCustomer",
                 sum(cancelled_by_staff) AS "cancelledByStaff", sum(moved) AS moved, sum(completed) AS completed,
                 sum(no_show) AS "noShow", sum(failed) AS failed
               FROM appointment_figures WHERE ${where} GROUP BY 1 ORDER BY 1`,
        values,
      }),
      pool.query<{ key: string; of: 'customer' | 'agent'; step: number; count: number }>({
        text: `SELECT ${key} AS key, counted.of, counted.step::integer AS step, sum(counted.count::integer) AS count
               FROM appointment_figures
               CROSS JOIN LATERAL (
                 SELECT 'customer' AS of, step, count FROM jsonb_each_text(customer_lateness) AS c (step, count)
                 UNION ALL SELECT 'agent', step, count FROM jsonb_each_text(agent_lateness) AS g (step, count)) AS counted
               WHERE ${where} GROUP BY 1, 2, 3`,
        values,
      }),
    ])
    return sums.rows.map((row) => {
      const counts = (of: 'customer' | 'agent') =>
        new Map(
          steps.rows
            .filter((one) => one.key === row.key && one.of === of)
            .map(({ step, count }) => [step * LATENESS_STEP_S, count]),
        )
      const [customerLateness, agentLateness] = [
        medianAndP90(counts('customer')),
        medianAndP90(counts('agent')),
      ]
      return {
        ...row,
        ...(customerLateness && { customerLateness }),
        ...(agentLateness && { agentLateness }),
      }
    })
  },
}

/** Builds an object with the group's number of appointments for each step. */
function countsOf(step: string): string {
  return `coalesce((
    SELECT jsonb_object_agg(${step}, count) FROM (
      SELECT ${step}, count(*) AS count FROM whole i
      WHERE i.${step} IS NOT NULL AND i.agent_id = w.agent_id AND i.queue_id = w.queue_id AND i.service_type_id = w.service_type_id
      GROUP BY ${step}) AS steps), '{}')`
}
