import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { client, type Call, type ClientResponse } from '../src/client.ts'
import { watchForDoubleBookings } from '../src/double-bookings.ts'
import { startServices, type Services } from '../src/start-services.ts'
import { tokenFor } from '../src/tokens.ts'

const V2 = '/api/v2'
const STEPS = Number(process.env.CAPACITY_STEPS ?? 240)
const AT_ONCE = 12
const HOURS = 12
/** Maximum number of appointments of each agent on the day that all requests are about. */
const MOST = 5
const applicationId = 'capacity'
const agents = ['kim', 'lee', 'mia', 'ned']
const queues: Record<string, string[]> = { all: agents, some: agents.slice(2) }
const everyDay = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
const at = (hour: number) => `${day}T${String(8 + hour).padStart(2, '0')}:00:00.000Z`

let system: Services
let machine: Call
let supervisor: Call

beforeAll(async () => {
  system = await startServices({ as: 'functions', env: { LOG_LEVEL: 'silent' } })
  machine = client(system.gatewayUrl, tokenFor('ROLE_CLIENT_SERVICE'))
  supervisor = client(system.gatewayUrl, tokenFor('ROLE_SUPERVISOR', { userId: 'supervisor-1' }))
  await machine('PUT', `${V2}/applications/${applicationId}`, { overlapPolicy: 'REJECT' })
  for (const id of Object.keys(queues)) await machine('PUT', `${V2}/queues/${id}`, { name: id })
  for (const id of agents)
    await machine('PUT', `${V2}/agents/${id}`, {
      displayName: id,
      timezone: 'UTC',
      hours: [{ days: everyDay, from: '00:00', to: '24:00' }],
      maxPerDay: MOST,
      queues: Object.keys(queues)
        .filter((queueId) => queues[queueId]?.includes(id))
        .map((queueId) => ({ queueId })),
    })
  await machine('PUT', `${V2}/applications/${applicationId}/availability`, { availabilityPolicy: 'ENFORCE' })
})
afterAll(() => system.close())

const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)]!
const ids: string[] = []
const statuses = new Map<string, number[]>()
const start = () => at(Math.floor(Math.random() * HOURS))
const anyone = () =>
  Math.random() < 0.3 ? { agentId: pick(agents) } : { queueId: pick(Object.keys(queues)) }

const steps: Record<string, () => Promise<ClientResponse>> = {
  async book() {
    const { agentId, queueId } = anyone()
    const targetAssignment =
      agentId === undefined ? { type: 'QUEUE', id: queueId } : { type: 'AGENT', id: agentId }
    return kept(
      await machine('POST', `${V2}/appointments`, {
        applicationId,
        start: start(),
        duration: 'PT1H',
        targetAssignment,
      }),
    )
  },
  async holdAndBook() {
    const wish = { applicationId, start: start(), duration: 'PT1H', ...anyone() }
    const held = await machine('POST', `${V2}/availability/holds`, wish)
    if (held.status !== 201) return held
    return kept(await machine('POST', `${V2}/appointments`, { applicationId, holdId: held.body.id }))
  },
  async holdAndRelease() {
    const wish = { applicationId, start: start(), duration: 'PT1H', ...anyone() }
    const held = await machine('POST', `${V2}/availability/holds`, wish)
    if (held.status !== 201) return held
    return machine('DELETE', `${V2}/availability/holds/${held.body.id}`)
  },
  move: () => supervisor('PUT', `${V2}/appointments/reschedule`, { id: pick(ids), start: start() }),
  reassign: () => supervisor('PUT', `${V2}/appointments/reassign`, { id: pick(ids), userId: pick(agents) }),
  reassignToQueue: () =>
    supervisor('PUT', `${V2}/appointments/reassign`, { id: pick(ids), queueId: pick(Object.keys(queues)) }),
  cancel: () => supervisor('PUT', `${V2}/appointments/${pick(ids)}/cancel`),
}
const hasSucceeded = (name: string) => statuses.get(name)?.some((status) => status < 300) ?? false
const kept = (response: ClientResponse): ClientResponse => {
  if (response.status === 200) ids.push((response.body as { id: string }).id)
  return response
}
const odds = [
  'book',
  'book',
  'book',
  'holdAndBook',
  'holdAndRelease',
  'move',
  'move',
  'reassign',
  'reassignToQueue',
  'reassignToQueue',
  'cancel',
  'cancel',
]

interface Row {
  agent_id: string
  holder: string
  from: Date
  to: Date
}

/** Runs a query on the database of a service. */
async function rowsOf(service: 'appointments' | 'availability', text: string, values: unknown[] = []) {
  const database = new pg.Client({ connectionString: system.databases[service] })
  await database.connect()
  try {
    return (await database.query<Row>(text, values)).rows
  } finally {
    await database.end()
  }
}

const OWN = `SELECT b.agent_id, coalesce(b.appointment_id, b.hold_key) AS holder,
    coalesce(b.occupied_from, b.start_at) AS "from", coalesce(b.occupied_to, b.end_at) AS "to"
  FROM agent_bookings b LEFT JOIN appointments a ON a.id = b.appointment_id
  WHERE b.agent_id = ANY ($1) AND (a.state IN ('SCHEDULED', 'ACTIVATED') OR b.claimed_until > now())
  ORDER BY b.agent_id, "from"`
const COPY = `SELECT agent_id, holder_id AS holder, occupied_from AS "from", occupied_to AS "to" FROM claims
  WHERE agent_id = ANY ($1) AND (expires_at IS NULL OR expires_at > now()) ORDER BY agent_id, "from"`

it('keeps every agent within its capacity during bookings, holds, moves and reassignments while services restart', async () => {
  for (let i = 0; i < 5; i += 1) await steps.book!()
  let done = 0
  const worker = async () => {
    // up to four times as many steps, until every kind has succeeded
    while (done < STEPS || (done < 4 * STEPS && Object.keys(steps).some((name) => !hasSucceeded(name)))) {
      done += 1
      const name = pick(odds)
      const { status } = await steps[name]!()
      statuses.set(name, [...(statuses.get(name) ?? []), status])
    }
  }
  const restart = async (service: string, after: number) => {
    await vi.waitUntil(() => done >= after, { timeout: 120_000, interval: 10 })
    for (const instance of system.instances.filter((one) => one.service === service)) {
      await instance.end('SIGKILL')
      await instance.start()
    }
  }
  await Promise.all([
    ...Array.from({ length: AT_ONCE }, worker),
    restart('participants', STEPS / 4),
    restart('availability', STEPS / 2),
    restart('appointments', (STEPS * 3) / 4),
  ])

  // every kind of request has succeeded at least once, and the only server errors are 503 and 504 of a service that was
  // down
  for (const [name, seen] of statuses) {
    expect(hasSucceeded(name), name).toBe(true)
    expect(
      seen.filter((status) => status >= 500 && ![503, 504].includes(status)),
      name,
    ).toEqual([])
  }

  await vi.waitFor(
    async () => {
      const own = await rowsOf('appointments', OWN, [agents])
      expect(await rowsOf('availability', COPY, [agents])).toEqual(own)
      expect(await rowsOf('appointments', 'SELECT FROM unsettled_slots')).toEqual([])
    },
    { timeout: 60_000, interval: 500 },
  )
  const own = await rowsOf('appointments', OWN, [agents])
  expect(own.length).toBeGreaterThan(0)
  for (const agentId of agents) {
    const times = own.filter((row) => row.agent_id === agentId)
    expect(new Set(times.map(({ holder }) => holder)).size, agentId).toBeLessThanOrEqual(MOST)
    for (const [index, { to }] of times.entries()) {
      const next = times[index + 1]
      if (next) expect(to.getTime(), agentId).toBeLessThanOrEqual(next.from.getTime())
    }
  }
  const { looks, seen } = await watchForDoubleBookings(system.databases, applicationId)()
  expect([Math.min(...Object.values(looks)) > 0, seen]).toEqual([true, []])

  // ended appointments take no capacity, so the agents can be booked until all capacity is used
  await fill()
  const full = await rowsOf('appointments', OWN, [agents])
  for (const agentId of agents) {
    const holders = full.filter((row) => row.agent_id === agentId).map(({ holder }) => holder)
    expect(new Set(holders).size, agentId).toBe(MOST)
  }
  expect(await offeredOn(day)).toEqual([])
}, 240_000)

/** Books every hour of the day in the queue of all agents until it is rejected. */
async function fill(): Promise<void> {
  for (let hour = 0; hour < HOURS; hour += 1) {
    const body = {
      applicationId,
      start: at(hour),
      duration: 'PT1H',
      targetAssignment: { type: 'QUEUE', id: 'all' },
    }
    let status = 200
    while (status === 200) ({ status } = await machine('POST', `${V2}/appointments`, body))
    expect(status, at(hour)).toBe(409)
  }
}

/** The slots of a date in the queue of all agents. */
async function offeredOn(date: string): Promise<unknown[]> {
  const to = new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)
  const query = new URLSearchParams({ applicationId, queueId: 'all', duration: 'PT1H', from: date, to })
  const { status, body } = await machine('GET', `${V2}/availability/slots?${query.toString()}`)
  expect(status).toBe(200)
  return (body as { slots: unknown[] }).slots
}
