import { randomUUID } from 'node:crypto'
import { daysAhead } from '@appointments/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { client, type Call } from '../src/client.ts'
import { startServices, type Services } from '../src/start-services.ts'
import { tokenFor } from '../src/tokens.ts'

const V2 = '/api/v2'
const RUNS = Number(process.env.SOUNDNESS_RUNS ?? 8)
const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC']
const WEEK = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
/** Offered times that are tried in each calendar. */
const TRIED = 5

let system: Services
let machine: Call
beforeAll(async () => {
  system = await startServices({ as: 'functions', env: { LOG_LEVEL: 'silent' } })
  machine = client(system.gatewayUrl, tokenFor('ROLE_CLIENT_SERVICE'))
})
afterAll(() => system.close())

/** Calls an operation that must succeed. */
async function done(method: string, path: string, body?: unknown) {
  const response = await machine(method, V2 + path, body)
  expect(response.status, `${method} ${path}: ${JSON.stringify(response.body)}`).toBeLessThan(300)

  return response.body
}

const hour = fc.nat({ max: 23 }).map((number) => `${String(number).padStart(2, '0')}:30`)
const zones = fc.constantFrom(...ZONES)
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const agents = fc.record({
  timezone: zones,
  hours: fc.array(
    fc
      .record({ days: fc.subarray(WEEK, { minLength: 3 }), from: hour, to: hour })
      .filter(({ from, to }) => from !== to),
    { minLength: 1, maxLength: 2 },
  ),
  maxPerDay: optional(fc.integer({ min: 1, max: 3 })),
})
const worlds = fc.record({
  agents: fc.array(fc.record({ agent: agents, absentAt: optional(fc.nat({ max: 48 })) }), {
    minLength: 1,
    maxLength: 3,
  }),
  type: fc.record({
    timezone: zones,
    granularity: fc.constantFrom('PT15M', 'PT20M', 'PT1H'),
    alignmentOffset: fc.constantFrom('PT0S', 'PT10M'),
    durations: fc.constantFrom(['PT30M'], ['PT50M'], ['PT2H']),
    bufferBefore: fc.constantFrom('PT0S', 'PT15M'),
    bufferAfter: fc.constantFrom('PT0S', 'PT10M'),
    perAgentMaxPerDay: optional(fc.integer({ min: 1, max: 2 })),
  }),
  strategy: fc.constantFrom('LEAST_LOADED', 'ROUND_ROBIN'),
  lead: optional(fc.constantFrom('PT1H')),
  /** Selects the offered times that are booked before the others are tried. */
  booked: fc.array(fc.nat(), { maxLength: 4 }),
  tried: fc.array(fc.nat(), { minLength: TRIED, maxLength: TRIED }),
})
type World = (typeof worlds extends fc.Arbitrary<infer Value> ? Value : never) & object

interface Offer {
  start: string
  capacity: number
}

/** Stores a calendar in an application of its own. */
async function store({ agents: all, type, strategy, lead }: World) {
  const name = randomUUID()
  const applicationId = `app-${name}`
  await done('PUT', `/applications/${applicationId}`, { overlapPolicy: 'REJECT' })
  await done('PUT', `/queues/${name}`, {
    name,
    strategy,
    ...(lead !== undefined && { assign: { when: 'BEFORE_START', lead } }),
  })
  for (const [index, { agent, absentAt }] of all.entries()) {
    const id = `agent-${index}-${name}`
    await done('PUT', `/agents/${id}`, { displayName: id, queues: [{ queueId: name }], ...agent })
    const from = Date.parse(daysAhead(2, '00:00:00')) + (absentAt ?? 0) * 3_600_000
    const absence = { type: 'ABSENCE', from: new Date(from), until: new Date(from + 5 * 3_600_000) }
    if (absentAt !== undefined) await done('POST', `/agents/${id}/exceptions`, absence)
  }
  await done('PUT', `/applications/${applicationId}/service-types/visit`, {
    name: 'Visit',
    queueId: name,
    ...type,
  })
  await done('PUT', `/applications/${applicationId}/availability`, { availabilityPolicy: 'ENFORCE' })
  return { applicationId, serviceTypeId: 'visit' }
}
type About = Awaited<ReturnType<typeof store>>

const WINDOW = { from: daysAhead(2, '00:00:00'), to: daysAhead(4, '00:00:00') }

async function offered(query: Record<string, string>): Promise<Offer[]> {
  const asked = new URLSearchParams({ ...WINDOW, include: 'capacity', limit: '1000', ...query })
  const { slots } = await done('GET', `/availability/slots?${asked.toString()}`)
  return (slots as Offer[]).map(({ start, capacity }) => ({ start, capacity }))
}

const oneOf = <Item>(items: readonly Item[], number: number): Item | undefined =>
  items[number % Math.max(1, items.length)]

/** Exactly as many holds succeed as the time has capacity. */
async function expectHolds(about: About, { start, capacity }: Offer): Promise<string[]> {
  const holds: string[] = []
  for (let n = 0; n < capacity; n += 1)
    holds.push((await done('POST', '/availability/holds', { ...about, start })).id as string)
  const more = await machine('POST', `${V2}/availability/holds`, { ...about, start })
  expect([more.status, more.body.code], start).toEqual([409, expect.stringMatching(/SLOT_TAKEN|OUTSIDE/)])
  return holds
}

/** A time that is offered can be held, booked with the hold, booked without one, and moved to. */
async function expectSound(about: About, offer: Offer): Promise<void> {
  const [held = '', ...others] = await expectHolds(about, offer)
  for (const id of others) await done('DELETE', `/availability/holds/${id}`)
  const withHold = await done('POST', '/appointments', { applicationId: about.applicationId, holdId: held })
  expect(withHold).toMatchObject({ start: offer.start, serviceTypeId: about.serviceTypeId })
  const moves = await offered({ appointmentId: withHold.id as string })
  // the appointment's own time does not block it
  expect(moves.map(({ start }) => start)).toContain(offer.start)
  const to = oneOf(moves, Date.parse(offer.start) / 60_000 + moves.length - 1)?.start
  await done('PUT', '/appointments/reschedule', { id: withHold.id as string, start: to })
  await done('PUT', `/appointments/${withHold.id}/cancel`)
  const withoutHold = await done('POST', '/appointments', { ...about, start: offer.start })
  await done('PUT', `/appointments/${withoutHold.id}/cancel`)
}

it(
  'holds every offered time up to its capacity, and books and moves to it, while no other client acts',
  async () => {
    let tried = 0
    await fc.assert(
      fc.asyncProperty(worlds, async (world) => {
        const about = await store(world)
        const query = { applicationId: about.applicationId, serviceTypeId: about.serviceTypeId }
        for (const number of world.booked) {
          const offer = oneOf(await offered(query), number)
          if (offer) await done('POST', '/appointments', { ...about, start: offer.start })
        }
        const before = await offered(query)
        for (const number of world.tried) {
          const offer = oneOf(before, number)
          if (!offer) continue
          tried += 1
          await expectSound(about, offer)
          expect(await offered(query)).toEqual(before)
        }
      }),
      // a run takes seconds, so a smaller counterexample would take longer than the test may
      { numRuns: RUNS, endOnFailure: true },
    )
    expect(tried).toBeGreaterThan(RUNS)
  },
  60_000 + RUNS * 20_000,
)
