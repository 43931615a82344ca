import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { client, type Call } from '../src/client.ts'
import { startServices, type Services } from '../src/start-services.ts'
import { tokenFor } from '../src/tokens.ts'

const V2 = '/api/v2'
const QUARTER_MS = 900_000
const everyDay = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
let system: Services
let machine: Call
let supervisor: Call
let aheadMs = 0
let hours = 0

/** A quarter of an hour that no other test uses: two days ahead and later. */
const aStart = (): string => {
  hours += 1
  const first = Math.ceil((Date.now() + 48 * 3_600_000) / QUARTER_MS) * QUARTER_MS
  return new Date(first + hours * 3_600_000).toISOString()
}

beforeAll(async () => {
  system = await startServices({
    as: 'functions',
    env: { LOG_LEVEL: 'silent' },
    clock: { now: () => new Date(Date.now() + aheadMs) },
  })
  machine = client(system.gatewayUrl, tokenFor('ROLE_CLIENT_SERVICE'))
  supervisor = client(system.gatewayUrl, tokenFor('ROLE_SUPERVISOR', { userId: 'supervisor-1' }))
  await machine('PUT', `${V2}/applications/desk`, { overlapPolicy: 'REJECT' })
})
afterAll(() => system.close())

let queues = 0
/** A queue with members who are always open. */
async function aQueue(members: string[], assign?: object): Promise<{ id: string; members: string[] }> {
  queues += 1
  const id = `queue-${queues}`
  const ids = members.map((name) => `${name}-${queues}`)
  expect((await machine('PUT', `${V2}/queues/${id}`, { name: id, ...(assign && { assign }) })).status).toBe(
    201,
  )
  for (const agentId of ids)
    await machine('PUT', `${V2}/agents/${agentId}`, {
      displayName: agentId,
      timezone: 'UTC',
      hours: [{ days: everyDay, from: '00:00', to: '24:00' }],
      queues: [{ queueId: id }],
    })
  return { id, members: ids }
}

const book = async (change: object) => {
  const { status, body } = await machine('POST', `${V2}/appointments`, {
    applicationId: 'desk',
    duration: 'PT15M',
    ...change,
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as { id: string; organizer?: { id: string }; assignment: { state: string; dueAt?: string } }
}
const forQueue = (id: string) => ({ targetAssignment: { type: 'QUEUE', id } })
const forAgent = (id: string) => ({ targetAssignment: { type: 'AGENT', id } })

/** Whether the time is offered with an agent. */
async function isOffered(agentId: string, start: string): Promise<boolean> {
  const query = new URLSearchParams({
    applicationId: 'desk',
    agentId,
    duration: 'PT15M',
    from: start,
    to: new Date(Date.parse(start) + QUARTER_MS).toISOString(),
  })
  const { status, body } = await machine('GET', `${V2}/availability/slots?${query.toString()}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return (body as { slots: unknown[] }).slots.length === 1
}
const offered = (agentIds: string[], start: string) => Promise.all(agentIds.map((id) => isOffered(id, start)))

/** The organizer of an appointment as appointments and participants show it. */
async function organizers(id: string): Promise<unknown[]> {
  const read = await supervisor('GET', `${V2}/appointments/${id}`)
  const presence = await supervisor('PUT', `${V2}/appointments/${id}/interaction`, {
    customFields: { a: 'b' },
  })
  return [read.body.organizer?.id, presence.body.organizer?.id]
}

describe('a reassignment to a queue', () => {
  it('goes to a free member, and every service shows it after the response', async () => {
    const { id: queueId, members } = await aQueue(['ann', 'bob', 'cid'])
    const [ann = '', bob = '', cid = ''] = members
    const start = aStart()
    const { id } = await book({ start, ...forAgent(ann) })
    await book({ start, ...forAgent(bob) })
    const { status, body } = await supervisor('PUT', `${V2}/appointments/reassign`, { id, queueId })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({
      organizer: { id: cid },
      targetAssignment: { type: 'QUEUE', id: queueId },
      assignment: { state: 'ASSIGNED', queueId },
    })
    expect(await offered(members, start)).toEqual([true, false, false])
    expect(await organizers(id)).toEqual([cid, cid])
    // only ann is free now, and a reassignment of ann's own appointment cannot choose ann
    const own = await book({ start, ...forAgent(ann) })
    expect(await supervisor('PUT', `${V2}/appointments/reassign`, { id: own.id, queueId })).toMatchObject({
      status: 409,
      body: { code: 'SLOT_TAKEN' },
    })
  })

  it('follows the policy of the application, and its override', async () => {
    const { members } = await aQueue(['dan', 'eve'])
    const [dan = '', eve = ''] = members
    const start = aStart()
    await machine('PUT', `${V2}/applications/desk/availability`, { availabilityPolicy: 'ENFORCE' })
    try {
      const { id } = await book({ start, ...forAgent(dan) })
      const absence = {
        type: 'ABSENCE',
        from: start,
        until: new Date(Date.parse(start) + QUARTER_MS).toISOString(),
      }
      expect((await machine('POST', `${V2}/agents/${eve}/exceptions`, absence)).status).toBe(201)
      const toEve = { id, userId: eve }
      const outside = { status: 409, body: { code: 'OUTSIDE_AVAILABILITY', reasons: ['ABSENT'] } }
      expect(await supervisor('PUT', `${V2}/appointments/reassign`, toEve)).toMatchObject(outside)
      expect(await supervisor('POST', `${V2}/appointments/participants/agents`, toEve)).toMatchObject(outside)
      const overridden = await supervisor('PUT', `${V2}/appointments/reassign`, {
        ...toEve,
        override: 'CALENDAR',
      })
      expect(overridden).toMatchObject({ status: 200, body: { organizer: { id: eve } } })
    } finally {
      await machine('PUT', `${V2}/applications/desk/availability`, { availabilityPolicy: 'OFF' })
    }
  })
})

describe('a queue that assigns before the start', () => {
  it('reserves a member, replaces it if it becomes absent, and assigns the replacement when it is due', async () => {
    const start = aStart()
    const lead = `PT${Math.floor((Date.parse(start) - Date.now() - aheadMs) / 1000) - 300}S`
    const { id: queueId, members } = await aQueue(['fay', 'gus'], { when: 'BEFORE_START', lead })
    const [fay = '', gus = ''] = members
    const booked = await book({ start, ...forQueue(queueId), preferredAgentId: fay })
    expect(booked).not.toHaveProperty('organizer')
    expect(booked.assignment).toMatchObject({ state: 'PENDING', queueId })
    expect(await offered(members, start)).toEqual([false, true])
    const day = { type: 'ABSENCE', from: start, until: new Date(Date.parse(start) + 3_600_000).toISOString() }
    await machine('POST', `${V2}/agents/${fay}/exceptions`, day)
    await vi.waitFor(async () => expect(await offered(members, start)).toEqual([false, false]), {
      timeout: 10_000,
      interval: 50,
    })
    aheadMs += 400_000
    await vi.waitFor(async () => expect(await organizers(booked.id)).toEqual([gus, gus]), {
      timeout: 20_000,
      interval: 100,
    })
    const { body } = await supervisor('GET', `${V2}/appointments/${booked.id}`)
    expect(body.assignment).toEqual({ state: 'ASSIGNED', queueId })
    expect(await isOffered(gus, start)).toBe(false)
  })

  it('finds a member for an appointment that had none, five minutes later', async () => {
    const { id: queueId, members } = await aQueue(['hal'])
    const [hal = ''] = members
    const start = aStart()
    const own = await book({ start, ...forAgent(hal) })
    const waiting = await book({ start, ...forQueue(queueId) })
    expect(waiting.assignment.state).toBe('PENDING')
    await supervisor('PUT', `${V2}/appointments/${own.id}/cancel`)
    aheadMs += 301_000
    await vi.waitFor(async () => expect(await organizers(waiting.id)).toEqual([hal, hal]), {
      timeout: 20_000,
      interval: 100,
    })
  })
})

it('moves an appointment of a queue to another member, and the response and every read show that member', async () => {
  const { id: queueId, members } = await aQueue(['ida', 'jon'])
  const [ida = '', jon = ''] = members
  const [start, next] = [aStart(), aStart()]
  const { id, organizer } = await book({ start, ...forQueue(queueId), preferredAgentId: ida })
  expect(organizer?.id).toBe(ida)
  await book({ start: next, ...forAgent(ida) })
  const { status, body } = await supervisor('PUT', `${V2}/appointments/reschedule`, { id, start: next })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.organizer).toMatchObject({ id: jon })
  expect(await organizers(id)).toEqual([jon, jon])
  expect([await offered(members, start), await offered(members, next)]).toEqual([
    [true, true],
    [false, false],
  ])
})

describe('the display name of an agent', () => {
  const organizerOf = async (id: string) => {
    const read = await supervisor('GET', `${V2}/appointments/${id}`)
    const changed = await supervisor('PUT', `${V2}/appointments/${id}/interaction`, {
      customFields: { change: String(Math.random()) },
    })
    return [read.body.organizer, changed.body.organizer]
  }
  const named = (id: string, displayName: string) =>
    machine('PUT', `${V2}/agents/${id}`, { displayName, timezone: 'UTC' })

  it('appears in the responses of every service as soon as it is written, and disappears with the agent', async () => {
    const agentId = 'agent-with-a-name'
    const { id } = await book({ start: aStart(), ...forAgent(agentId) })
    const without = { id: agentId, type: 'AGENT' }
    expect(await organizerOf(id)).toEqual([without, without])
    for (const displayName of ['Anna Berg', 'Anna Ahlers']) {
      expect((await named(agentId, displayName)).status).toBeLessThan(300)
      expect(await organizerOf(id)).toEqual([
        { ...without, displayName },
        { ...without, displayName },
      ])
    }
    expect((await machine('DELETE', `${V2}/agents/${agentId}`)).status).toBe(204)
    expect(await organizerOf(id)).toEqual([without, without])
  })
})
