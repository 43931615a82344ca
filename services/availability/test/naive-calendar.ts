import type { Claim, ExternalBusy } from '../src/domain/occupancy.ts'
import type { Maxima } from '../src/domain/maxima.ts'
import type { WorkingTime } from '../src/domain/opening.ts'
import type { HoursEntry } from '../src/domain/recurring-hours.ts'
import { wallTime } from './zone-oracle.ts'

/** Everything that a calendar says about one agent. */
export interface AgentCase extends WorkingTime {
  claims: Claim[]
  external: ExternalBusy[]
  maxima: Maxima
}

/**
 * A request to agents. The functions below evaluate the calendar rule of the contract for every single minute, and
 * share no code with the service.
 */
export interface RequestCase {
  agents: AgentCase[]
  gridZone: string
  granularity: number
  alignment: number
  duration: number
  bufferBefore: number
  bufferAfter: number
  earliest: number
  latest: number
  /** Milliseconds since 1970. */
  now: number
}

const clockMinutes = (time: string) => {
  const [hours, minutes] = time.split(':').map(Number) as [number, number]
  return hours * 60 + minutes
}
const WEEKDAYS = ['TH', 'FR', 'SA', 'SU', 'MO', 'TU', 'WE']
const isoDates = new Map<number, string>()
const isoDate = (day: number): string => {
  let date = isoDates.get(day)
  if (!date) isoDates.set(day, (date = new Date(day * 86_400_000).toISOString().slice(0, 10)))
  return date
}

const appliesOn = (entry: HoursEntry, day: number) =>
  entry.days.includes(WEEKDAYS[((day % 7) + 7) % 7]!) &&
  isoDate(day) >= (entry.validFrom ?? '0000') &&
  isoDate(day) <= (entry.validUntil ?? '9999')

function isInHours(entry: HoursEntry, zone: string, t: number): boolean {
  const { day, minute } = wallTime(zone, t)
  const [from, to] = [clockMinutes(entry.from), clockMinutes(entry.to)]
  if (to > from) return appliesOn(entry, day) && minute >= from && minute < to
  return (appliesOn(entry, day) && minute >= from) || (appliesOn(entry, day - 1) && minute < to)
}

const isHoliday = ({ holidays }: WorkingTime, t: number) =>
  holidays.some(({ timezone, days }) => {
    const { day, minute } = wallTime(timezone, t)
    return days.some(
      ({ date, open = [] }) =>
        date === isoDate(day) &&
        !open.some(({ from, to }) => minute >= clockMinutes(from) && minute < clockMinutes(to)),
    )
  })

/** Whether an agent is open at a minute. */
export function isOpen(agent: AgentCase, t: number): boolean {
  const inException = (type: string) =>
    agent.exceptions.some((one) => one.type === type && t >= one.from && t < one.until)
  const inHours = agent.hours.some((entry) => isInHours(entry, agent.hoursTimezone ?? agent.timezone, t))
  return (inException('EXTRA_HOURS') || (inHours && !isHoliday(agent, t))) && !inException('ABSENCE')
}

const isLive = (claim: Claim, now: number) => claim.expiresAt === undefined || claim.expiresAt > now

/** Whether an agent is occupied at a minute. */
export const isFull = (agent: AgentCase, t: number, now: number): boolean =>
  agent.claims.some((claim) => isLive(claim, now) && t >= claim.from && t < claim.to) ||
  agent.external.some(({ from, to }) => t >= from && t < to)

const mondayOf = (day: number) => day - ((((day + 3) % 7) + 7) % 7)

/** Whether one more appointment may start at a minute without exceeding a maximum. */
export function isBelowMaxima(agent: AgentCase, t: number, now: number): boolean {
  const { day } = wallTime(agent.timezone, t)
  const live = agent.claims.filter((claim) => isLive(claim, now))
  const count = (matches: (claim: Claim, claimed: number) => boolean) =>
    live.filter((claim) => matches(claim, wallTime(agent.timezone, claim.start).day)).length
  const { perDay = Infinity, perWeek = Infinity, ofType } = agent.maxima
  return (
    count((_, claimed) => claimed === day) < perDay &&
    count((_, claimed) => mondayOf(claimed) === mondayOf(day)) < perWeek &&
    (!ofType ||
      count((claim, claimed) => claimed === day && claim.serviceTypeId === ofType.serviceTypeId) <
        ofType.perDay)
  )
}

/** A condition on minutes that is evaluated once for each minute. */
function remembered(asks: (t: number) => boolean): (t: number) => boolean {
  const answers = new Map<number, boolean>()
  return (t) => {
    let answer = answers.get(t)
    if (answer === undefined) answers.set(t, (answer = asks(t)))
    return answer
  }
}

const every = (from: number, to: number, holds: (t: number) => boolean) => {
  for (let t = from; t < to; t += 1) if (!holds(t)) return false
  return true
}

/** Whether a minute is on the grid of starts. */
export const isOnGrid = ({ gridZone, granularity, alignment }: RequestCase, s: number): boolean =>
  (wallTime(gridZone, s).minute - alignment) % granularity === 0

/**
 * Returns a function that checks whether an agent offers a start. It remembers its results for each minute.
 */
export function offeredBy(request: RequestCase, agent: AgentCase): (s: number) => boolean {
  const open = remembered((t) => isOpen(agent, t))
  const free = remembered((t) => !isFull(agent, t, request.now))
  const { bufferBefore, bufferAfter, duration } = request
  return (s) =>
    s >= request.earliest &&
    s < request.latest &&
    isOnGrid(request, s) &&
    every(s, s + duration, open) &&
    every(s - bufferBefore, s + duration + bufferAfter, free) &&
    isBelowMaxima(agent, s, request.now)
}

/** The starts of a request that at least one agent offers, with the number of agents that do. */
export function naiveOffers(request: RequestCase): { starts: number[]; free: number[] } {
  const result = { starts: [] as number[], free: [] as number[] }
  const agents = request.agents.map((agent) => offeredBy(request, agent))
  for (let s = request.earliest; s < request.latest; s += 1) {
    const free = agents.filter((offers) => offers(s)).length
    if (free === 0) continue
    result.starts.push(s)
    result.free.push(free)
  }
  return result
}
