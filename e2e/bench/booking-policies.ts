import { daysAhead } from '@appointments/testing'
import { client } from '../src/client.ts'
import { done } from '../src/done.ts'
import { token } from './callers.ts'
import { V2 } from './operations.ts'
import { atMost, count, median, milliseconds, type Figure } from './report.ts'
import { send } from './send.ts'
import { rounds } from './settings.ts'

/** Bookings of each kind in a round. */
const BOOKINGS = Number(process.env.BENCH_POLICY_BOOKINGS ?? 60)
const ROLES = ['ROLE_CLIENT_SERVICE', 'ROLE_SUPERVISOR'] as const
/** Seeded agents work on five days a week, and have no appointments in the second half of an hour. */
const HALF_HOURS = ['09', '10', '11', '12', '13', '14', '15', '16'].map((hour) => `${hour}:30:00`)

interface Calendars {
  organization: string
  agents: number
  days: number
}

/** A kind of booking: its application's policy, and the agent of a request. */
interface Kind {
  what: string
  policy: 'OFF' | 'WARN' | 'ENFORCE'
  /** The application. */
  id: string
  /** An agent without a calendar, one with a calendar, or one with a calendar whose time is held before the booking. */
  agent: 'STRANGER' | 'KNOWN' | 'HELD'
  most?: number
}

const KINDS: readonly Kind[] = [
  { what: 'of an agent without a calendar', policy: 'OFF', id: 'policy-stranger', agent: 'STRANGER' },
  { what: 'of an agent, OFF', policy: 'OFF', id: 'policy-off', agent: 'KNOWN', most: 1.05 },
  { what: 'of an agent, WARN', policy: 'WARN', id: 'policy-warn', agent: 'KNOWN', most: 1.3 },
  { what: 'of an agent, ENFORCE', policy: 'ENFORCE', id: 'policy-enforce', agent: 'KNOWN', most: 1.6 },
  { what: 'with a hold, ENFORCE', policy: 'ENFORCE', id: 'policy-held', agent: 'HELD', most: 1.3 },
]

/**
 * Compares settled bookings under each policy in an organization with seeded calendars.
 * @throws Error if a booking fails
 */
export async function bookingPolicies(url: string, calendars: Calendars): Promise<Figure[]> {
  const { organization } = calendars
  const call = client(url, token('policies', organization, ROLES))
  for (const { id, policy } of KINDS) {
    const settings = { overlapPolicy: 'REJECT', notifications: { active: true } }
    await done(call('PUT', `/api/v2/applications/${id}`, settings))
    await done(call('PUT', `/api/v2/applications/${id}/availability`, { availabilityPolicy: policy }))
  }
  const next = freeTimes(calendars)
  const times = new Map<Kind, number[]>(KINDS.map((kind) => [kind, []]))
  // the first round warms up
  for (let round = 0; round <= rounds; round += 1)
    for (const [kind, ms] of await measure(url, { organization, round }, next))
      if (round > 0) times.get(kind)?.push(median(ms))
  const [base = []] = times.values()
  return KINDS.flatMap((kind) => {
    const own = times.get(kind) ?? []
    const shown = milliseconds(`booking ${kind.what}, p50`, median(own))
    if (kind.most === undefined) return [shown]
    const ratio = median(own.map((ms, round) => ms / (base[round] ?? Number.NaN)))
    const to = { ...count('  to one of an agent without a calendar', ratio), shown: ratio.toFixed(2) }
    return [shown, atMost(to, kind.most, '', FALSE_IF)]
  })
}

const FALSE_IF =
  'availability did not reply in time, so that bookings were not checked, or agents without a calendar were slow for another reason'

/** Returns times at which agents of the calendars are free, each of them once. */
function freeTimes({ agents, days }: Calendars): () => { agentId: string; start: string } {
  const dates = Array.from({ length: Math.max(days, 14) - 2 }, (_, day) => day + 2).filter((day) => {
    const weekday = new Date(daysAhead(day)).getUTCDay()
    return weekday > 0 && weekday < 6
  })
  let taken = 0
  return () => {
    // later agents first: the first ones serve the other measurements
    const agentId = `agent-${agents - (taken % agents)}`
    const number = Math.floor(taken / agents)
    taken += 1
    const day = dates[Math.floor(number / HALF_HOURS.length) % dates.length] ?? 2
    return { agentId, start: daysAhead(day, HALF_HOURS[number % HALF_HOURS.length]) }
  }
}

/** The durations of a round of bookings in milliseconds, for each kind in turn. @throws Error if one fails */
async function measure(
  url: string,
  { organization, round }: { organization: string; round: number },
  next: ReturnType<typeof freeTimes>,
): Promise<Map<Kind, number[]>> {
  const times = new Map<Kind, number[]>(KINDS.map((kind) => [kind, []]))
  for (let n = 0; n < BOOKINGS; n += 1)
    for (const kind of KINDS) {
      // a separate token for each round and kind, because rate limits apply per token
      const own = token(`${kind.id}-${round}`, organization, ROLES)
      const { agentId, start } = next()
      const time = { applicationId: kind.id, start, duration: 'PT30M' }
      const hold = async () => {
        const wish = { ...time, agentId }
        const made = await done(client(url, own)('POST', '/api/v2/availability/holds', wish))
        return { holdId: (made as { id: string }).id }
      }
      const id = kind.agent === 'STRANGER' ? `stranger-${agentId}` : agentId
      const who = kind.agent === 'HELD' ? await hold() : { targetAssignment: { type: 'AGENT', id } }
      const customers = [{ contact: { primaryEmail: `${kind.id}-${round}-${n}@example.com` } }]
      const headers = { authorization: `Bearer ${own}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ ...time, customers, ...who })
      const { status, ms } = await send(url, { method: 'POST', path: V2, headers, body })
      if (status !== 200) throw new Error(`a booking ${kind.what} of ${id} at ${start} returned ${status}`)
      times.get(kind)?.push(ms)
    }
  return times
}
