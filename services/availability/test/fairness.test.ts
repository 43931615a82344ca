import { randomUUID } from 'node:crypto'
import type { DecisionRequest } from '@appointments/contracts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { NOW, runAvailability, type RunningAvailability } from './running-service.ts'

const HALF_HOUR_MS = 1_800_000
const EVERY_DAY = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const ALWAYS = [{ days: EVERY_DAY, from: '00:00', to: '24:00' }]
/** Every second hour. */
const HALF = Array.from({ length: 12 }, (_, n) => ({
  days: EVERY_DAY,
  from: `${String(2 * n).padStart(2, '0')}:00`,
  to: `${String(2 * n + 1).padStart(2, '0')}:00`,
}))
const BOOKINGS = 1000

/** The month after the next one, so that members who join at the start of a test do so before it begins. */
const month = Date.UTC(NOW.getUTCFullYear(), NOW.getUTCMonth() + 2, 1)
const startOf = (number: number) => month + number * HALF_HOUR_MS

let service: RunningAvailability
let queueId: string
beforeAll(async () => {
  service = await runAvailability()
  await service.configured({ id: 'shop', version: 1, organizationId: 'org-1' })
})
afterAll(() => service.stop())
beforeEach(async () => {
  service.clock.current = NOW
  queueId = `queue-${randomUUID()}`
  await service.put(`/queues/${queueId}`, { name: 'Queue', strategy: 'ROUND_ROBIN' })
})

const aMember = async ({ hours = ALWAYS, weight = 100 }: { hours?: object[]; weight?: number } = {}) => {
  const agentId = `agent-${randomUUID()}`
  const queues = [{ queueId, weight }]
  const member = { displayName: 'Member', timezone: 'UTC', hours, queues }
  expect((await service.put(`/agents/${agentId}`, member)).status).toBe(201)
  return agentId
}

const request = (number: number): DecisionRequest => ({
  applicationId: 'shop',
  purpose: 'BOOK',
  start: new Date(startOf(number)).toISOString(),
  end: new Date(startOf(number) + HALF_HOUR_MS).toISOString(),
  target: { queueId },
})

/** Books times one after the other, some of them in one call. @returns how many each agent got */
async function book(from: number, to: number, atOnce: number): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (let begin = from; begin < to; begin += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, to - begin) }, (_, index) => begin + index)
    const requests = numbers.map(request)
    for (const [index, { verdict, candidates }] of (await service.decide(...requests)).entries()) {
      const [{ agentId } = { agentId: '' }] = candidates
      expect(verdict).toBe('FREE')
      counts.set(agentId, (counts.get(agentId) ?? 0) + 1)
      const { start, end } = requests[index]!
      await service.claimed({
        holder: { type: 'APPOINTMENT', id: randomUUID() },
        version: 1,
        organizationId: 'org-1',
        applicationId: 'shop',
        queueId,
        ...{ start, end },
        claims: [{ agentId, kind: 'BOOKED', from: start, to: end }],
      })
    }
  }
  return counts
}

const TIMEOUT = 120_000

it(
  'gives each of the members who are always free its share, to within one appointment',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 12 }), fc.constantFrom(1, 7, 50), async (size, atOnce) => {
        queueId = `queue-${randomUUID()}`
        await service.put(`/queues/${queueId}`, { name: 'Queue', strategy: 'ROUND_ROBIN' })
        const members: string[] = []
        for (let n = 0; n < size; n += 1) members.push(await aMember())
        const counts = await book(0, BOOKINGS, atOnce)
        for (const member of members)
          expect(Math.abs((counts.get(member) ?? 0) - BOOKINGS / size)).toBeLessThanOrEqual(1)
      }),
      { numRuns: 2 },
    )
  },
  TIMEOUT,
)

it(
  'gives members shares by their weights',
  async () => {
    const weights = [100, 100, 50, 50, 25]
    const members: string[] = []
    for (const weight of weights) members.push(await aMember({ weight }))
    const counts = await book(0, 400, 20)
    const all = weights.reduce((sum, weight) => sum + weight, 0)
    for (const [index, weight] of weights.entries())
      expect(
        Math.abs((counts.get(members[index]!) ?? 0) - (400 * weight) / all),
        String(weight),
      ).toBeLessThanOrEqual(2)
  },
  TIMEOUT,
)

it(
  'gives half the share to a member with half the open time',
  async () => {
    const whole = [await aMember(), await aMember(), await aMember()]
    const half = await aMember({ hours: HALF })
    const counts = await book(0, 700, 20)
    for (const member of whole) expect(Math.abs((counts.get(member) ?? 0) - 200)).toBeLessThanOrEqual(2)
    expect(Math.abs((counts.get(half) ?? 0) - 100)).toBeLessThanOrEqual(2)
  },
  TIMEOUT,
)

it(
  'gives a newcomer at most twice its share of the first bookings after it has joined',
  async () => {
    const members = [await aMember(), await aMember(), await aMember(), await aMember()]
    const middle = 700
    await book(0, middle, 50)
    service.clock.current = new Date(startOf(middle))
    const newcomer = await aMember()
    const counts = await book(middle, middle + 50, 1)
    const share = 50 / (members.length + 1)
    expect(counts.get(newcomer) ?? 0).toBeGreaterThanOrEqual(share / 2)
    expect(counts.get(newcomer) ?? 0).toBeLessThanOrEqual(2 * share)
  },
  TIMEOUT,
)
