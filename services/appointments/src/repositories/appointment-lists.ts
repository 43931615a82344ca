import { namesOfAgents, type AgentNames } from '@appointments/agent-names'
import type { ListScope } from '@appointments/appointment'
import {
  lengthOf,
  limits,
  type ListQuery,
  type Page,
  type Slice,
  type WholeAppointment,
} from '@appointments/contracts'
import type { Sql } from '@appointments/postgres'

/** Builds the conditions of a query with their numbered values. */
function conditions(texts: string[] = [], values: unknown[] = []) {
  return {
    values,
    /** Adds a condition; each `?` is replaced by the next value. */
    add(text: string, ...given: unknown[]) {
      let index = values.length
      values.push(...given)
      texts.push(text.replaceAll('?', () => `$${++index}`))
    },
    /** A copy with one more condition. */
    and(text: string, ...given: unknown[]) {
      const more = conditions([...texts], [...values])
      more.add(text, ...given)
      return more
    },
    text: () => (texts.length === 0 ? 'true' : texts.join(' AND ')),
  }
}

/** An appointment of a page, with the names of its agents. */
type Listed = WholeAppointment & { agentNames: AgentNames | null }

const SORT_COLUMNS = {
  start: 'start_at',
  end: 'end_at',
  duration: 'duration_ms',
  id: 'id',
  createdAt: 'created_at',
  // these have no index: sorting the selected rows costs less than updating an index with every write
  title: "(appointment ->> 'title')",
  state: 'state',
  timezone: 'timezone',
  applicationId: 'application_id',
  updatedAt: "(appointment ->> 'updatedAt')",
} as const

/** An appointment that can be activated. */
interface Eligible {
  id: string
  start: Date
  createdAt: Date
  timezone: string
}

/** The appointments to count, and the organization that asks. */
interface Frame {
  applicationId: string
  organizationId: string
  from: Date
  to: Date
}

/** An organization may count appointments of its own applications, and of applications without an organization. */
const MAY_COUNT = 'EXISTS (SELECT FROM applications WHERE id = $1 AND coalesce(organization_id, $4) = $4)'

/** Lists and counts of appointments; all use an index. */
export const appointmentLists = {
  /** A page of the appointments a caller may list. v2 sets `withCancelled`, v1 does not. */
  async find(
    sql: Sql,
    scope: ListScope,
    query: ListQuery,
    { field, order, limit, offset }: Slice<keyof typeof SORT_COLUMNS>,
    withCancelled: boolean,
  ): Promise<Pick<Page<Listed>, 'content' | 'total'>> {
    const where = conditions()
    if (scope.organizationId !== undefined) where.add('organization_id = ?', scope.organizationId)
    if (query.applicationId !== undefined) where.add('application_id = ?', query.applicationId)
    if (!withCancelled) where.add("state <> 'CANCELLED'")
    if (query.range) where.add('start_at >= ? AND start_at < ?', ...query.range)
    if (query.duration) where.add('duration_ms = ANY (?)', query.duration.map(lengthOf))
    if (query.state) where.add('state = ANY (?)', query.state)
    if (query.outcome) where.add("appointment ->> 'outcome' = ANY (?)", query.outcome)
    if (query.changedSince) where.add('changed_at >= ?', query.changedSince)
    if (scope.organizerIds) where.add('organizer_id = ANY (?)', scope.organizerIds)
    if (scope.agentIds) {
      // repeats the range, so that the query can use the agent's index
      const range = query.range ? 'AND b.start_at >= ? AND b.start_at < ?' : ''
      where.add(
        `id IN (SELECT b.appointment_id FROM agent_bookings b WHERE b.agent_id = ANY (?) AND b.kind = 'BOOKED' AND b.claimed_until IS NULL ${range})`,
        scope.agentIds,
        ...(query.range ?? []),
      )
    }
    const counted = `SELECT count(*) AS total FROM appointments WHERE ${where.text()}`
    // an index-only scan counts fast; for agents, two tables are searched, so one query finds rows and total
    const total = scope.agentIds ? 'count(*) OVER () AS total' : `(${counted})`
    const { rows } = await sql.query<Listed & { total: number }>({
      text: `SELECT appointment, roster, ${namesOfAgents('appointments.organization_id', 'appointments.roster')} AS "agentNames",
               ${total} FROM appointments WHERE ${where.text()}
             ORDER BY ${SORT_COLUMNS[field]} ${order} NULLS LAST, id ${order} LIMIT ${limit} OFFSET ${offset}`,
      values: where.values,
    })
    if (rows[0] || offset === 0) return { content: rows, total: rows[0]?.total ?? 0 }
    // a page beyond the last has no row that could carry the total
    const beyond = await sql.query<{ total: number }>({ text: counted, values: where.values })
    return { content: [], total: beyond.rows[0]?.total ?? 0 }
  },

  /** The number of appointments that start in a time frame, for each distinct start, length and zone. */
  async count(sql: Sql, { applicationId, organizationId, from, to }: Frame) {
    const { rows } = await sql.query<{
      count: number
      duration: string
      start: Date
      end: Date
      timezone: string
    }>(
      `SELECT count(*), (array_agg(duration ORDER BY length(duration), duration))[1] AS duration,
         start_at AS start, end_at AS "end", timezone
       FROM appointments
       WHERE application_id = $1 AND start_at >= $2 AND start_at < $3 AND state IN ('SCHEDULED', 'ACTIVATED') AND ${MAY_COUNT}
       GROUP BY start_at, end_at, timezone ORDER BY start_at, end_at, timezone`,
      [applicationId, from, to, organizationId],
    )
    return rows
  },

  /** The number of open appointments that overlap a range; one that only touches it does not count. */
  async countOverlaps(sql: Sql, { applicationId, organizationId, from, to }: Frame): Promise<number> {
    const { rows } = await sql.query<{ count: number }>(
      `SELECT count(*) FROM appointments
       WHERE application_id = $1 AND state IN ('SCHEDULED', 'ACTIVATED') AND tstzrange(start_at, end_at) && tstzrange($2, $3)
         AND ${MAY_COUNT}`,
      [applicationId, from, to, organizationId],
    )
    return rows[0]?.count ?? 0
  },

  /**
   * Scheduled appointments that are not activated yet, nearest to now first, at most a thousand.
   * @param until only appointments that start from now until then (exclusive); absent for all
   */
  async eligible(sql: Sql, organizationId: string | undefined, now: Date, until: Date | undefined) {
    const where = conditions()
    where.add("state = 'SCHEDULED'")
    if (organizationId !== undefined) where.add('organization_id = ?', organizationId)
    const nearest = (order: 'ASC' | 'DESC', bound: string, at: Date) => {
      const side = where.and(bound, at)
      return sql.query<Eligible>({
        text: `SELECT id, start_at AS start, created_at AS "createdAt", timezone FROM appointments
               WHERE ${side.text()} ORDER BY start_at ${order}, id LIMIT ${limits.eligible}`,
        values: side.values,
      })
    }
    // two index scans, forwards and backwards from now, instead of sorting the whole table
    if (until !== undefined) where.add('start_at < ?', until)
    const ahead = await nearest('ASC', 'start_at >= ?', now)
    if (until !== undefined) return ahead.rows
    const behind = await nearest('DESC', 'start_at < ?', now)
    const distance = ({ start }: Eligible) => Math.abs(start.getTime() - now.getTime())
    return [...ahead.rows, ...behind.rows]
      .sort((a, b) => distance(a) - distance(b) || (a.id < b.id ? -1 : 1))
      .slice(0, limits.eligible)
  },
}
