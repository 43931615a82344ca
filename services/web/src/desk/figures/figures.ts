import { dayOf } from '../day.ts'
import type { Desk } from '../desk.ts'
import { agentName } from '../people.ts'
import { place } from '../place.ts'
import { createResource } from '../resource.ts'
import type {
  AppointmentFigures,
  AppointmentStatistics,
  FiguresQuery,
  MessageStatistics,
  Spread,
} from './figures-api.ts'
import { daysOf, everyDay } from './figures-period.ts'

/** The maximum number of agents or teams in one chart. */
export const MOST_ROWS = 20

/** How late the customers and the agents came, for one agent or team. */
export interface Late {
  key: string
  /** Undefined for the appointments without an agent. */
  name: string | undefined
  customers: Spread | undefined
  agents: Spread | undefined
}

/** The rows of the chart, and what it lacks. */
export interface Lateness {
  rows: Late[]
  /** Teams that are too large or cannot be read. */
  missing: { name: string; error: unknown }[]
  /** The number of agents or teams above the maximum. */
  leftOut: number
}

const counts = [
  'booked',
  'cancelledByCustomer',
  'cancelledByStaff',
  'moved',
  'completed',
  'noShow',
  'failed',
] as const
export type Counted = (typeof counts)[number]

const nothing = (key: string): AppointmentFigures => ({
  key,
  ...(Object.fromEntries(counts.map((one) => [one, 0])) as Record<Counted, number>),
})

/** A row for every day of a period; days without appointments have none in the response. */
export const withEveryDay = (
  rows: readonly AppointmentFigures[],
  days: { from: string; to: string },
): AppointmentFigures[] => everyDay(days).map((day) => rows.find(({ key }) => key === day) ?? nothing(day))

export const sumOf = (rows: readonly AppointmentFigures[], name: Counted): number =>
  rows.reduce((sum, row) => sum + row[name], 0)

const isMeasured = ({ customerLateness, agentLateness }: AppointmentFigures) =>
  customerLateness !== undefined || agentLateness !== undefined
const slowest = ({ customerLateness, agentLateness }: AppointmentFigures) =>
  Math.max(customerLateness?.p90 ?? 0, agentLateness?.p90 ?? 0)

const latenessOf = (row: AppointmentFigures, name: string | undefined): Late => ({
  key: row.key,
  name,
  customers: row.customerLateness,
  agents: row.agentLateness,
})

/** The numbers of the period and team that the address names. */
export function createFigures({ api, application, zone }: Desk) {
  const days = () => daysOf(place.peek().query, dayOf(Date.now(), zone()))
  const team = () => place.peek().query.get('team') ?? undefined
  const ofEveryone = (groupBy: FiguresQuery['groupBy']): FiguresQuery => {
    const period = days()
    if ('fault' in period) throw new Error('there is no period')
    return { applicationId: application.value.id, ...period, groupBy }
  }
  const wanted = async (groupBy: FiguresQuery['groupBy']): Promise<FiguresQuery> => {
    const teamId = team()
    const all = ofEveryone(groupBy)
    return teamId === undefined ? all : { ...all, agentIds: await api.teamAgents(teamId) }
  }
  /** A team without members has no appointments, but a query without agents would return all. */
  const counted = (query: FiguresQuery): Promise<AppointmentStatistics> =>
    query.agentIds?.length === 0 ? Promise.resolve({ rows: [] }) : api.figures.appointments(query)

  async function byAgent(): Promise<Lateness> {
    const { rows } = await counted(await wanted('agent'))
    const measured = rows.filter(isMeasured).sort((one, other) => slowest(other) - slowest(one))
    const late = measured.slice(0, MOST_ROWS)
    const name = async (id: string) =>
      id === '' ? undefined : api.calendars.agent(id).then(agentName, () => id)
    return {
      rows: await Promise.all(late.map(async (row) => latenessOf(row, await name(row.key)))),
      missing: [],
      leftOut: measured.length - late.length,
    }
  }
  async function byTeam(): Promise<Lateness> {
    const query = ofEveryone('none')
    const all = await api.teams()
    const teams = all.slice(0, MOST_ROWS)
    const found = await Promise.allSettled(
      teams.map(async ({ id, name }) => {
        const { rows } = await counted({ ...query, agentIds: await api.teamAgents(id) })
        return rows.filter(isMeasured).map((row) => latenessOf({ ...row, key: id }, name))
      }),
    )
    return {
      rows: found.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])),
      missing: found.flatMap((one, index) =>
        one.status === 'rejected' ? [{ name: teams[index]?.name ?? '', error: one.reason as unknown }] : [],
      ),
      leftOut: all.length - teams.length,
    }
  }
  const byDay = createResource(async () => {
    const period = days()
    const { rows, asOf } = await counted(await wanted('day'))
    return { rows: 'fault' in period ? rows : withEveryDay(rows, period), asOf }
  })
  const lateness = createResource(() => (place.peek().query.get('late') === 'team' ? byTeam() : byAgent()))
  const delivery = createResource<MessageStatistics>(async () => api.figures.messages(ofEveryone('channel')))
  return {
    days,
    byDay,
    lateness,
    /** Covers all agents, because most messages belong to no agent. */
    delivery,
    load() {
      if ('fault' in days()) return
      for (const one of [byDay, lateness, delivery]) void one.load()
    },
  }
}
