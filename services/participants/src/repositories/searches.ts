import { namesOfAgents } from '@appointments/agent-names'
import type { ListScope } from '@appointments/appointment'
import type { AppointmentSearch } from '@appointments/contracts'
import type { Sql } from '@appointments/postgres'
import type { FoundAppointment } from '../domain/found-appointment.ts'
import { isRare, matches } from './word-frequency.ts'

/** The filters of a request, with its texts converted to words. */
export interface SearchFilters extends Pick<
  AppointmentSearch,
  | 'applicationId'
  | 'from'
  | 'to'
  | 'state'
  | 'outcome'
  | 'queueId'
  | 'serviceTypeId'
  | 'unassigned'
  | 'changedSince'
> {
  scope: ListScope
  /** Each of these must begin a word of the appointment. */
  beginnings: readonly string[]
  /** The appointment must have this word as a whole. */
  whole?: string | undefined
}

export type SearchOrder = NonNullable<AppointmentSearch['sort']>

/** The place of an appointment in the order of the result. */
export interface Place {
  at: Date
  id: string
}

const ORDERS = {
  start: { column: 'start_at', direction: 'ASC', beyond: '>' },
  '-start': { column: 'start_at', direction: 'DESC', beyond: '<' },
  '-changed': { column: 'changed_at', direction: 'DESC', beyond: '<' },
} as const

/** Quotes a lexeme for a tsquery. Words contain no quotes, but addresses may. */
const lexeme = (word: string) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** The query for the words in the syntax of tsquery; undefined if there are none. */
function wordQuery({ beginnings, whole }: Pick<SearchFilters, 'beginnings' | 'whole'>): string | undefined {
  const parts = beginnings.map((word) => `${lexeme(word)}:*`)
  if (whole !== undefined) parts.push(lexeme(whole))
  return parts.length === 0 ? undefined : parts.join(' & ')
}

/** Which part of the result is read, and in which order. */
interface Reading {
  order: SearchOrder
  after: Place | undefined
  limit: number
  /** Whether the customers are read, too. */
  withCustomers: boolean
}

/**
 * Maximum number of entries that a search scans in the order of the result before it uses the index of words instead.
 * The scan finds common words quickly, while the index would read and sort all entries that contain them.
 */
const MOST_WALKED = 10_000

/**
 * Up to this number of agents, the first matching entries of each agent are read. For more agents, only the places of
 * the entries are read at first, because most of the entries will not be part of the page.
 */
const FEW_AGENTS = 20

/** Searches for appointments in the search index. */
export function searchesIn(pool: Sql) {
  /** Reads the appointments whose ids and places a statement finds. */
  const read = async (
    found: string,
    values: readonly unknown[],
    { order, withCustomers }: Reading,
  ): Promise<FoundAppointment[]> => {
    const { direction } = ORDERS[order]
    const { rows } = await pool.query<FoundAppointment>({
      text: `WITH found AS MATERIALIZED (${found})
             SELECT appointment, roster, place,
               ${namesOfAgents("appointment ->> 'organizationId'", 'roster')} AS "agentNames",
               ${withCustomers ? CUSTOMERS : 'NULL'} AS customers
             FROM found JOIN appointments ON appointments.id = found.appointment_id
             ORDER BY place ${direction}, found.appointment_id ${direction}`,
      values: [...values],
    })
    return rows
  }

  return {
    /** The first appointments after a place that match the filters. */
    async find(filters: SearchFilters, reading: Reading): Promise<FoundAppointment[]> {
      const query = wordQuery(filters)
      const { agentIds } = filters.scope
      if (query !== undefined) return this.withWords(filters, reading, query)
      // the index of agents contains only starts
      if (agentIds && reading.order !== '-changed') return this.ofAgents(filters, reading, agentIds)
      return this.inOrder(filters, reading)
    },

    /** Scans the entries in the order of the result. */
    inOrder(filters: SearchFilters, reading: Reading): Promise<FoundAppointment[]> {
      const { column, sorted } = sortingOf(reading)
      const { where, ofAgents, values } = conditionsOf(filters, reading)
      return read(
        `SELECT appointment_id, ${column} AS place FROM search_entries e WHERE ${where}${ofAgents} ${sorted}`,
        values,
        reading,
      )
    },

    /** Merges the first entries of each agent, so that it does not matter how far apart they are among all entries. */
    async ofAgents(
      filters: SearchFilters,
      reading: Reading,
      agentIds: readonly string[],
    ): Promise<FoundAppointment[]> {
      const { sorted } = sortingOf(reading)
      const { where, ofAgent, agents, values } = conditionsOf(filters, reading)
      const each = (inner: string) =>
        `SELECT DISTINCT own.appointment_id, own.start_at FROM unnest(${agents}::text[]) AS agent (id)
         CROSS JOIN LATERAL (${inner}) AS own ${sorted}`
      const entries = 'JOIN search_entries e USING (appointment_id, start_at)'
      if (agentIds.length > FEW_AGENTS) {
        const places = `SELECT appointment_id, start_at FROM search_agents a WHERE a.agent_id = agent.id${ofAgent} ${sorted}`
        const rows = await read(
          `SELECT appointment_id, start_at AS place FROM (${each(places)}) AS nearest ${entries} WHERE ${where} ${sorted}`,
          values,
          reading,
        )
        // otherwise filters have removed some, or there are no more
        if (rows.length === reading.limit) return rows
      }
      const matching = `SELECT appointment_id, start_at FROM search_agents a ${entries}
                        WHERE a.agent_id = agent.id${ofAgent} AND ${where} ${sorted}`
      return read(
        `SELECT appointment_id, start_at AS place FROM (${each(matching)}) AS nearest`,
        values,
        reading,
      )
    },

    /** Uses the index of words, after a scan if the words may be common. */
    async withWords(filters: SearchFilters, reading: Reading, query: string): Promise<FoundAppointment[]> {
      const { order, limit } = reading
      const { column, direction } = ORDERS[order]
      const { sorted, bare } = sortingOf(reading)
      const { where, ofAgents, values } = conditionsOf(filters, reading)
      const has = matches(`$${values.push(query)}`)
      if (mayBeCommon(filters) && !(await isRare(pool, query))) {
        const walked = `SELECT appointment_id, ${column}, words, customer_words FROM search_entries e
                        WHERE ${where} ${bare} LIMIT ${MOST_WALKED}`
        const rows = await read(
          `SELECT appointment_id, ${column} AS place FROM (${walked}) walked WHERE ${has} ${sorted}`,
          values,
          reading,
        )
        if (rows.length === limit) return rows
      }
      // Few entries have an address, but PostgreSQL expects many, and would rather read all entries of an application
      // that has an organization. OFFSET makes it find those with the address first.
      const first = filters.whole === undefined ? '' : 'OFFSET 0'
      return read(
        // an order that no index has, because scanning an index would read nearly all entries to find the few that
        // match
        `SELECT appointment_id, ${column} AS place
         FROM (SELECT * FROM search_entries WHERE ${has} ${first}) e WHERE ${where}${ofAgents}
         ORDER BY ${column} + interval '0' ${direction}, appointment_id ${direction} LIMIT ${limit}`,
        values,
        reading,
      )
    },
  }
}
export type Searches = ReturnType<typeof searchesIn>

/** Whether many appointments may match the words. An address has few appointments, and so do the agents of a scope. */
const mayBeCommon = ({ scope, whole }: SearchFilters) => whole === undefined && !scope.agentIds

/** The end of a statement: the order with the limit, and the order alone. */
function sortingOf({ order, limit }: Pick<Reading, 'order' | 'limit'>) {
  const { column, direction } = ORDERS[order]
  const bare = `ORDER BY ${column} ${direction}, appointment_id ${direction}`
  return { column, bare, sorted: `${bare} LIMIT ${limit}` }
}

/** The conditions of a search without its words. The condition on agents is separate from those on entries. */
function conditionsOf(
  { scope, ...filters }: SearchFilters,
  { order, after }: Pick<Reading, 'order' | 'after'>,
) {
  const texts: string[] = []
  const values: unknown[] = []
  const given = (value: unknown) => `$${values.push(value)}`
  const add = (text: string | false | undefined) => texts.push(...(text ? [text] : []))
  const isOneOf = (name: string, list: readonly string[] | undefined) =>
    add(list && list.length > 0 && `${name} = ANY (${given(list)})`)
  const { applicationId, from, to, unassigned, changedSince } = filters
  // repeated for each table, so that the index of either can be used
  const first = from && given(from)
  const last = to && given(to)
  const starts = (table: string) => [
    ...(first ? [`${table}.start_at >= ${first}`] : []),
    ...(last ? [`${table}.start_at < ${last}`] : []),
  ]

  add(scope.organizationId !== undefined && `organization_id = ${given(scope.organizationId)}`)
  add(applicationId !== undefined && `application_id = ${given(applicationId)}`)
  texts.push(...starts('e'))
  isOneOf('state', filters.state)
  isOneOf('outcome', filters.outcome)
  isOneOf('queue_id', filters.queueId)
  isOneOf('service_type_id', filters.serviceTypeId)
  add(unassigned !== undefined && (unassigned ? 'NOT has_agent' : 'has_agent'))
  add(changedSince && `changed_at >= ${given(changedSince)}`)
  const { column, beyond } = ORDERS[order]
  const place = after && `(${given(after.at)}, ${given(after.id)})`
  add(place && `(${column}, appointment_id) ${beyond} ${place}`)

  const agents = scope.agentIds && given(scope.agentIds)
  const all = (conditions: readonly string[]) => conditions.map((condition) => ` AND ${condition}`).join('')
  return {
    where: texts.length === 0 ? 'true' : texts.join(' AND '),
    values,
    /** The parameter with the agents. */
    agents,
    /** The condition that the appointment belongs to one of the agents. */
    ofAgents: agents
      ? ` AND appointment_id IN (SELECT a.appointment_id FROM search_agents a WHERE a.agent_id = ANY (${agents})${all(starts('a'))})`
      : '',
    /** The conditions on the appointments of one agent, in the order of their starts. */
    ofAgent: all([...starts('a'), ...(place ? [`(a.start_at, a.appointment_id) ${beyond} ${place}`] : [])]),
  }
}

const CUSTOMERS =
  '(SELECT jsonb_agg(record) FROM customers WHERE customers.appointment_id = found.appointment_id)'
