import { daysAhead } from '@appointments/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { client, type Call } from '../src/client.ts'
import { done } from '../src/done.ts'
import { startServices, type Services } from '../src/start-services.ts'
import { tokenFor } from '../src/tokens.ts'

const V1 = '/api/appointments'
const V2 = '/api/v2'
const DAY = 20
const POLICIES = ['OFF', 'WARN', 'ENFORCE'] as const
const EVERY_DAY = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

let system: Services
let machine: Call
let supervisor: Call
beforeAll(async () => {
  system = await startServices({ as: 'functions', env: { LOG_LEVEL: 'silent' } })
  machine = client(system.gatewayUrl, tokenFor('ROLE_CLIENT_SERVICE'))
  supervisor = client(system.gatewayUrl, tokenFor('ROLE_SUPERVISOR', { userId: 'supervisor-1' }))
  await done(machine('PUT', `${V2}/queues/advice`, { name: 'Advice' }))
  for (const id of ['ann', 'ben'])
    await done(
      machine('PUT', `${V2}/agents/${id}`, {
        displayName: id,
        timezone: 'UTC',
        hours: [{ days: EVERY_DAY, from: '00:00', to: '24:00' }],
        queues: [{ queueId: 'advice' }],
      }),
    )
  for (const availabilityPolicy of POLICIES) {
    await done(machine('PUT', `${V2}/applications/${availabilityPolicy}`, { overlapPolicy: 'REJECT' }))
    await done(
      machine('PUT', `${V2}/applications/${availabilityPolicy}/availability`, { availabilityPolicy }),
    )
  }
  await vi.waitFor(async () => expect(await offered()).not.toEqual([]), { timeout: 10_000 })
})
afterAll(() => system.close())

let half = 0
/** A time that no other request uses. */
const aTime = () => {
  half += 1
  return daysAhead(DAY, `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}:00`)
}
const wish = (applicationId: string) => ({ applicationId, start: aTime(), duration: 'PT30M' })
const toAgent = { targetAssignment: { type: 'AGENT', id: 'ann' } }
const toQueue = { targetAssignment: { type: 'QUEUE', id: 'advice' } }
const book = (applicationId: string, more: object = toAgent) =>
  machine('POST', `${V2}/appointments`, { ...wish(applicationId), ...more })
const hold = (more: object = {}) =>
  machine('POST', `${V2}/availability/holds`, { ...wish('ENFORCE'), agentId: 'ann', ...more })
const slots = () => {
  const window = { from: daysAhead(DAY, '00:00:00'), to: daysAhead(DAY + 1, '00:00:00') }
  const query = new URLSearchParams({
    applicationId: 'ENFORCE',
    agentId: 'ann',
    duration: 'PT30M',
    ...window,
  })
  return machine('GET', `${V2}/availability/slots?${query.toString()}`)
}
const offered = async () =>
  ((await done(slots())) as { slots: { start: string }[] }).slots.map(({ start }) => start)
const idOf = async (call: ReturnType<Call>) => ((await done(call)) as { id: string }).id
const away = { status: 503, body: { code: 'UNAVAILABLE' } }

describe('while availability is down', () => {
  let [held, moved, movingHold, open] = ['', '', '', '']
  beforeAll(async () => {
    held = await idOf(hold())
    moved = await idOf(book('ENFORCE'))
    movingHold = await idOf(hold({ appointmentId: moved }))
    open = await idOf(book('ENFORCE'))
    await system.kill('availability')
  })
  afterAll(() => system.start('availability'))

  it('both versions book, with a warning under WARN, and a queue booking waits for its member', async () => {
    const body = { ...wish('OFF'), customer: { contact: { primaryEmail: 'ada@example.org' } } }
    expect((await machine('POST', V1, body)).status).toBe(200)
    expect((await book('OFF')).status).toBe(200)
    expect(await book('WARN')).toMatchObject({
      status: 200,
      body: { warnings: [{ code: 'AVAILABILITY_UNCHECKED' }] },
    })
    expect(await book('OFF', toQueue)).toMatchObject({
      status: 200,
      body: { assignment: { state: 'PENDING', queueId: 'advice' } },
    })
  })

  it('a live hold books and moves, and appointments are read and cancelled', async () => {
    const booked = await machine('POST', `${V2}/appointments`, { applicationId: 'ENFORCE', holdId: held })
    expect(booked).toMatchObject({ status: 200, body: { organizer: { id: 'ann' } } })
    const move = { id: moved, holdId: movingHold }
    expect((await supervisor('PUT', `${V2}/appointments/reschedule`, move)).status).toBe(200)
    expect((await supervisor('GET', `${V2}/appointments/${open}`)).status).toBe(200)
    expect((await supervisor('PUT', `${V2}/appointments/${open}/cancel`)).status).toBe(200)
  })

  it('slots, the directory, new holds and enforced bookings are unavailable', async () => {
    expect(await slots()).toMatchObject(away)
    expect(await machine('GET', `${V2}/queues/advice`)).toMatchObject(away)
    expect(await hold()).toMatchObject(away)
    for (const target of [toAgent, toQueue]) {
      const rejected = await book('ENFORCE', target)
      expect(rejected).toMatchObject(away)
      expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    const move = { id: moved, start: aTime() }
    expect(await supervisor('PUT', `${V2}/appointments/reschedule`, move)).toMatchObject(away)
  })
})

it('slots show the bookings made meanwhile as soon as availability is back', async () => {
  const before = await offered()
  await system.kill('availability')
  const booked: string[] = []
  for (let n = 0; n < 3; n += 1) booked.push(((await done(book('OFF'))) as { start: string }).start)
  expect(before).toEqual(expect.arrayContaining(booked))
  await system.start('availability')
  await vi.waitFor(async () => expect((await slots()).status).toBe(200), { timeout: 60_000, interval: 100 })
  const after = await offered()
  expect(booked.filter((start) => after.includes(start))).toEqual([])
})

it('lists slots and the directory while appointments is down, and neither holds nor books', async () => {
  const before = await offered()
  await system.kill('appointments')
  try {
    expect(await offered()).toEqual(before)
    expect((await machine('GET', `${V2}/queues/advice`)).status).toBe(200)
    for (const response of [await hold(), await book('OFF')]) expect(response.status).toBe(503)
  } finally {
    await system.start('appointments')
  }
})

it('holds and books while participants is down, and does not reassign', async () => {
  const id = await idOf(book('ENFORCE'))
  await system.kill('participants')
  try {
    expect((await hold()).status).toBe(201)
    expect((await book('ENFORCE', toQueue)).status).toBe(200)
    const body = { id, queueId: 'advice' }
    expect((await supervisor('PUT', `${V2}/appointments/reassign`, body)).status).toBe(503)
  } finally {
    await system.start('participants')
  }
})
