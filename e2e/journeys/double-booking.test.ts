import pg from 'pg'
import { Unconfirmed, type Broker } from '@appointments/broker'
import { daysAhead } from '@appointments/testing'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { client, type Call } from '../src/client.ts'
import { watchForDoubleBookings } from '../src/double-bookings.ts'
import { startServices, type Services } from '../src/start-services.ts'
import { tokenFor } from '../src/tokens.ts'

const V2 = '/api/v2/appointments'
let system: Services
let supervisor: Call
let machine: Call

beforeAll(async () => {
  system = await startServices()
  supervisor = client(system.gatewayUrl, tokenFor('ROLE_SUPERVISOR', { userId: 'supervisor-1' }))
  machine = client(system.gatewayUrl, tokenFor('ROLE_CLIENT_SERVICE'))
  await machine('PUT', '/api/v2/applications/once', { overlapPolicy: 'REJECT' })
})
afterAll(() => system.close())

const book = async (agentId: string, start: string) =>
  (
    await machine('POST', V2, {
      applicationId: 'once',
      start,
      duration: 'PT30M',
      targetAssignment: { type: 'AGENT', id: agentId },
    })
  ).body

it('gives an agent one appointment at a time, whether it is booked, added or reassigned', async () => {
  const mine = await book('agent-1', daysAhead(50))
  const others = await Promise.all(
    ['agent-2', 'agent-3', 'agent-4'].map((agent) => book(agent, daysAhead(50, '09:15:00'))),
  )
  const taken = { status: 409, body: { code: 'SLOT_TAKEN', blocking: { agentId: 'agent-1' } } }
  expect(await supervisor('PUT', `${V2}/reassign`, { id: others[0].id, userId: 'agent-1' })).toMatchObject(
    taken,
  )
  expect(
    await supervisor('POST', `${V2}/participants/agents`, { id: others[0].id, userId: 'agent-1' }),
  ).toMatchObject(taken)

  await supervisor('PUT', `${V2}/${mine.id}/cancel`)
  const wanted = await Promise.all(
    others.map(({ id }) => supervisor('PUT', `${V2}/reassign`, { id, userId: 'agent-1' })),
  )
  expect(wanted.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const winner = wanted.find(({ status }) => status === 200)!.body
  expect(winner.organizer).toEqual({ id: 'agent-1', type: 'AGENT' })
  const again = await machine('POST', V2, {
    applicationId: 'once',
    start: daysAhead(50, '09:40:00'),
    duration: 'PT5M',
    targetAssignment: { type: 'AGENT', id: 'agent-1' },
  })
  expect(again).toMatchObject(taken)
})

const at = (minutes: number) =>
  new Date(Date.parse(daysAhead(30, '00:00:00')) + minutes * 60_000).toISOString()

it('shows no agent two overlapping open appointments in any database while the broker is down for ten minutes [H3]', async () => {
  const network = { isCut: false }
  let aheadMs = 0
  const cuttable = (broker: Broker): Broker => ({
    ...broker,
    isUp: () => !network.isCut && broker.isUp(),
    publish: (message) =>
      network.isCut ? Promise.reject(new Unconfirmed('the network is cut')) : broker.publish(message),
  })
  const runner = await startServices({
    as: 'functions',
    // 50 requests at a time take long on a small machine, and this test is not about speed
    env: { SETTLE_LIMIT_MS: '200', DEADLINE_MS: '120000', LOG_LEVEL: 'silent' },
    clock: { now: () => new Date(Date.now() + aheadMs) },
    broker: cuttable,
  })
  const { databases } = runner
  const call = client(runner.gatewayUrl, tokenFor('ROLE_SUPERVISOR', { userId: 'supervisor-1' }))
  const desk = client(runner.gatewayUrl, tokenFor('ROLE_CLIENT_SERVICE'))
  await desk('PUT', '/api/v2/applications/away', { overlapPolicy: 'REJECT' })
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)]!
  const agents = Array.from({ length: 10 }, (_, number) => `agent-${number}`)
  const slots = [0, 15, 30, 60, 90, 120, 150, 180].map(at)
  const ids: string[] = []
  const accepted: Record<string, number> = {}

  const steps: Record<string, () => Promise<{ status: number; body: { id?: string } }>> = {
    schedule: () =>
      desk('POST', V2, {
        applicationId: 'away',
        start: pick(slots),
        duration: 'PT30M',
        ...(Math.random() < 0.5 && { targetAssignment: { type: 'AGENT', id: pick(agents) } }),
      }),
    reassign: () => call('PUT', `${V2}/reassign`, { id: pick(ids), userId: pick(agents) }),
    addAgent: () => call('POST', `${V2}/participants/agents`, { id: pick(ids), userId: pick(agents) }),
    removeAgent: () => call('DELETE', `${V2}/${pick(ids)}/participants/${pick(agents)}`),
    reschedule: () => call('PUT', `${V2}/reschedule`, { id: pick(ids), start: pick(slots) }),
    cancel: () => call('PUT', `${V2}/${pick(ids)}/cancel`),
    remove: () => call('DELETE', `${V2}/${pick(ids)}`),
  }
  const odds = [
    'schedule',
    'schedule',
    'reassign',
    'reassign',
    'addAgent',
    'removeAgent',
    'reschedule',
    'reschedule',
    'cancel',
    'remove',
  ]
  const mustHappen = ['schedule', 'reassign', 'reschedule', 'cancel', 'remove']
  let isOver = false
  let requests = 0
  const writer = async () => {
    while (!isOver) {
      const name = ids.length < 30 ? 'schedule' : pick(odds)
      const { status, body } = await steps[name]!()
      requests += 1
      if (status >= 300) continue
      accepted[name] = (accepted[name] ?? 0) + 1
      if (name === 'schedule') ids.push(body.id!)
    }
  }
  /** Resolves when this many more requests have ended, so that a slow machine sees as many as a fast one. */
  const afterMore = async (count: number) => {
    const goal = requests + count
    await vi.waitUntil(() => requests >= goal, { timeout: 60_000, interval: 10 })
  }

  const endWatch = watchForDoubleBookings(databases, 'away')
  const writers = Array.from({ length: 50 }, writer)
  await afterMore(150)
  network.isCut = true
  // ten minutes, in steps during which claims age in transit
  for (let step = 0; step < 60; step += 1) {
    aheadMs += 10_000
    await afterMore(6)
  }
  network.isCut = false
  try {
    await afterMore(150)
    // most changes of some kinds are rejected, because the agents have little time left
    await vi.waitFor(
      () => {
        for (const name of mustHappen) expect(accepted[name] ?? 0, name).toBeGreaterThan(0)
      },
      { timeout: 60_000, interval: 50 },
    )
  } finally {
    isOver = true
    await Promise.all(writers)
  }

  // slots kept for the other services are free again once those services have applied every event
  const freed = async () => {
    aheadMs += 10_000
    expect(await unsettledIn(databases.appointments)).toBe(0)
  }
  await vi.waitFor(freed, { timeout: 60_000, interval: 500 })
  const { looks, seen } = await endWatch()
  await runner.close()

  expect(seen).toEqual([])
  expect(Math.min(...Object.values(looks))).toBeGreaterThan(30)
}, 180_000)

async function unsettledIn(url: string): Promise<number> {
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  try {
    return (
      (await database.query('SELECT FROM unsettled_slots UNION ALL SELECT FROM held_slots')).rowCount ?? 0
    )
  } finally {
    await database.end()
  }
}
