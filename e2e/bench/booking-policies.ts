import { daysAhead } from '@appointments/testing'
import { client } from '../src/client.ts'
import { done } from '../src/done.ts'
import { token } from './callers.ts'
import type { Asked } from './measure.ts'
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

/** A kind of booking: its application's settings, and what a request has beside its time. */
interface Kind {
  what: string
  policy: 'OFF' | 'WARN' | 'ENFORCE'
  /** The application. */
  id: string
  agent: 'NONE' | 'TARGET' | 'HELD'
  most?: number
}

const KINDS: readonly Kind[] = [
  { what: 'without an agent', policy: 'OFF', id: 'policy-none', agent: 'NONE' },
  { what: 'of an agent, OFF', policy: 'OFF', id: 'policy-off', agent: 'TARGET', most: 1.05 },
  { what: 'of an agent, WARN', policy: 'WARN', id: 'policy-warn', agent: 'TARGET', most: 1.3 },
  { what: 'of an agent, ENFORCE', policy: 'ENFORCE', id: 'policy-enforce', agent: 'TARGET', most: 1.6 },
  { what: 'with a hold, ENFORCE', policy: 'ENFORCE', id: 'policy-held', agent: 'HELD', most: 1.3 },
]

/** Compares settled bookings under each policy in an organization with seeded calendars. The kinds take turns. */
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
    for (const kind of KINDS) {
      const ms = await measure(url, { organization, kind, round }, next)
      if (round > 0) times.get(kind)?.push(ms)
    }
  const [base = []] = times.values()
  return KINDS.flatMap((kind) => {
    const own = times.get(kind) ?? []
    const shown = milliseconds(`booking ${kind.what}, p50`, median(own))
    if (kind.most === undefined) return [shown]
    const ratio = median(own.map((ms, round) => ms / (base[round] ?? Number.NaN)))
    const to = { ...count('  to one without an agent', ratio), shown: ratio.toFixed(2) }
    return [shown, atMost(to, kind.most, '', FALSE_IF)]
  })
}

const FALSE_IF =
  'availability did not reply in time, so that bookings were not checked, or bookings without an agent were slow for another reason'

/** Times at which agents of the calendars are free, none of them twice. */
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

/** The median time of a round of bookings, one after the other. @throws Error if one fails */
async function measure(
  url: string,
  { organization, kind, round }: { organization: string; kind: Kind; round: number },
  next: ReturnType<typeof freeTimes>,
): Promise<number> {
  // a token of its own for each round, because its rate limit counts
  const authorization = `Bearer ${token(`${kind.id}-${round}`, organization, ROLES)}`
  const call = client(url, authorization.slice('Bearer '.length))
  const times: number[] = []
  for (let n = 0; n < BOOKINGS; n += 1) {
    const { agentId, start } = next()
    const time = { applicationId: kind.id, start, duration: 'PT30M' }
    const customers = [{ contact: { primaryEmail: `${kind.id}-${round}-${n}@example.com` } }]
    const hold = async () => {
      const made = await done(call('POST', '/api/v2/availability/holds', { ...time, agentId }))
      return { holdId: (made as { id: string }).id }
    }
    const who =
      kind.agent === 'HELD'
        ? await hold()
        : kind.agent === 'TARGET' && { targetAssignment: { type: 'AGENT', id: agentId } }
    const body = JSON.stringify({ ...time, customers, ...who })
    const headers = { authorization, 'content-type': 'application/json' }
    const request: Asked = { method: 'POST', path: V2, headers, body }
    const { status, ms } = await send(url, request)
    if (status !== 200) throw new Error(`a booking ${kind.what} of ${agentId} at ${start} returned ${status}`)
    times.push(ms)
  }
  return median(times)
}
