import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { appointmentsService, free, supervisor, V2 } from './harness.ts'

const service = appointmentsService({ DATABASE_POOL_SIZE: '8' })
const applicationId = 'app-capacity'
const HOURS = 4
const DAY = Date.parse('2027-01-09T09:00:00Z')
const at = (hour: number) => new Date(DAY + hour * 3_600_000).toISOString()

/** One step: it books, holds and books, only holds, or books and moves the appointment. */
interface Step {
  action: 'book' | 'hold' | 'use' | 'move'
  hour: number
  /** Index of a queue, or -1 for the first agent itself. */
  queue: number
}

const step = fc.record({
  action: fc.constantFrom('book', 'hold', 'use', 'move'),
  hour: fc.nat({ max: HOURS - 1 }),
  queue: fc.integer({ min: -1, max: 1 }),
})

beforeAll(() => service.configured(applicationId, { overlapPolicy: 'REJECT' }))

const statuses: number[] = []
const call = async (method: string, path: string, body: object) => {
  const response = await service.call(supervisor, method, path, body)
  statuses.push(response.status)
  return response
}

/** Every agent's claims, in order. */
const claimsOf = (agents: readonly string[]) =>
  service.query<{ agent_id: string; starts: Date; ends: Date }>(
    `SELECT agent_id, coalesce(occupied_from, start_at) AS starts, coalesce(occupied_to, end_at) AS ends
     FROM agent_bookings WHERE agent_id = ANY ($1) ORDER BY agent_id, starts`,
    [agents],
  )

let worlds = 0

/** Fifty requests at once about three agents in two queues, each of whom takes at most three a day. */
async function run(steps: readonly Step[]) {
  worlds += 1
  const agents = ['a', 'b', 'c'].map((name) => `${name}-${worlds}`)
  const queues: Record<string, string[]> = { all: agents, some: agents.slice(1) }
  const most = 3
  const limits = [{ from: '2027-01-09T00:00:00Z', to: '2027-01-10T00:00:00Z', max: most }]
  service.availability.decide = (request) => {
    const decision = free(request, queues)
    return { ...decision, candidates: decision.candidates.map((one) => ({ ...one, limits })) }
  }
  await call('PUT', `/api/v2/applications/${applicationId}/availability`, { availabilityPolicy: 'ENFORCE' })
  const targetOf = ({ queue }: Step) =>
    queue < 0 ? { agentId: agents[0] } : { queueId: Object.keys(queues)[queue] }
  const wish = (one: Step) => ({ applicationId, start: at(one.hour), duration: 'PT1H' })
  const hold = (one: Step) => call('POST', '/api/v2/availability/holds', { ...wish(one), ...targetOf(one) })
  const book = (one: Step) => {
    const { agentId: id, queueId } = targetOf(one)
    const targetAssignment = id === undefined ? { type: 'QUEUE', id: queueId } : { type: 'AGENT', id }
    return call('POST', V2, { ...wish(one), targetAssignment })
  }
  const perform = async (one: Step) => {
    if (one.action === 'book') return book(one)
    if (one.action === 'move') {
      const { status, body } = await book(one)
      if (status !== 200) return
      return call('PUT', `${V2}/reschedule`, { id: body.id, start: at((one.hour + 1) % HOURS) })
    }
    const { status, body } = await hold(one)
    if (one.action === 'use' && status === 201) await call('POST', V2, { applicationId, holdId: body.id })
  }
  await Promise.all(steps.map(perform))
  return { claims: await claimsOf(agents), agents, most }
}

it('never lets an agent exceed its capacity or its maximum, whatever is booked, held and moved at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 50, maxLength: 50 }), async (steps) => {
      const { claims, agents, most } = await run(steps)
      for (const agentId of agents) {
        const own = claims.filter((claim) => claim.agent_id === agentId)
        for (const [index, claim] of own.entries()) {
          const next = own[index + 1]
          if (next) expect(claim.ends.getTime()).toBeLessThanOrEqual(next.starts.getTime())
        }
        expect(own.length).toBeLessThanOrEqual(most)
      }
      expect(statuses.filter((status) => status >= 500)).toEqual([])
    }),
    { numRuns: 6 },
  )
}, 120_000)

it('serves exactly the number of bookings that fit if all are for one hour', async () => {
  const steps = Array.from({ length: 50 }, (_, index): Step => ({
    action: index % 2 === 0 ? 'book' : 'use',
    hour: 0,
    queue: 0,
  }))
  const { claims, agents } = await run(steps)
  expect(claims.map(({ agent_id: id }) => id)).toEqual(agents)
})
