import { addDays } from '../../text/calendar-dates.ts'
import { outcomes, states, type Search } from '../api/shapes.ts'
import { dayOf, startOf } from '../day.ts'

export const periods = ['today', 'next7', 'next30', 'last7', 'last30', 'between', 'all'] as const
export type Period = (typeof periods)[number]
const DEFAULT: Period = 'next30'

export const sorts = ['start', '-start', '-changed'] as const

/** First day and number of days, relative to today. */
const spans: Partial<Record<Period, [number, number]>> = {
  today: [0, 1],
  next7: [0, 7],
  next30: [0, 30],
  last7: [-6, 7],
  last30: [-29, 30],
}

export const periodOf = (query: URLSearchParams): Period =>
  periods.find((one) => one === query.get('period')) ?? DEFAULT

const A_DAY = /^\d{4}-\d{2}-\d{2}$/
const PHONE = /^\+?[\d\s()/.-]{6,}$/

/** The first and last moment of the chosen period; an open end is undefined. */
export function spanOf(query: URLSearchParams, now: number, zone: string): Pick<Search, 'from' | 'to'> {
  const period = periodOf(query)
  const at = (date: string) => new Date(startOf(date, zone)).toISOString()
  if (period === 'between') {
    const [from, to] = [query.get('from') ?? '', query.get('to') ?? '']
    return {
      ...(A_DAY.test(from) && { from: at(from) }),
      // the period includes its last day
      ...(A_DAY.test(to) && to >= from && { to: at(addDays(to, 1)) }),
    }
  }
  const span = spans[period]
  if (!span) return {}
  const first = addDays(dayOf(now, zone), span[0])
  return { from: at(first), to: at(addDays(first, span[1])) }
}

interface Given {
  query: URLSearchParams
  words: string
  applicationId: string
  zone: string
  now: number
  /** Members of the chosen team. */
  members?: readonly string[] | undefined
}

/** The search that an address describes. */
export function searchOf({ query, words, applicationId, zone, now, members }: Given): Search {
  const one = <Name extends string>(name: string, names: readonly Name[]) =>
    names.filter((each) => each === query.get(name))
  const given = (name: string) => query.get(name) ?? undefined
  const [state, outcome, [sort]] = [one('state', states), one('outcome', outcomes), one('sort', sorts)]
  const agent = given('agent')
  const agents = agent === undefined ? members : [agent]
  const [queue, service, cursor] = [given('queue'), given('service'), given('after')]
  return {
    applicationId,
    ...spanOf(query, now, zone),
    ...(state.length > 0 && { state }),
    ...(outcome.length > 0 && { outcome }),
    ...(agents && { agentId: [...agents] }),
    ...(queue !== undefined && { queueId: [queue] }),
    ...(service !== undefined && { serviceTypeId: [service] }),
    ...(query.has('unassigned') && { unassigned: true }),
    ...(words !== '' && (PHONE.test(words) ? { contact: words } : { q: words })),
    sort: sort ?? 'start',
    ...(cursor !== undefined && { cursor }),
    limit: 50,
  }
}

/** Names of filters in the address, besides the period and the order. */
export const filterNames = ['state', 'outcome', 'agent', 'team', 'queue', 'service', 'unassigned'] as const

/** The number of filters that an address sets. A period and its days count as one. */
export const countOfFilters = (query: URLSearchParams): number =>
  [...filterNames, 'period'].filter((name) => query.has(name)).length
