import { daysAhead } from '@appointments/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { client, type Call } from '../src/client.ts'
import { startServices, type Services } from '../src/start-services.ts'
import { tokenFor } from '../src/tokens.ts'

const V2 = '/api/v2'
const ROUNDS = Number(process.env.FREE_TIME_ROUNDS ?? 15)
let system: Services
let machine: Call
let supervisor: Call

beforeAll(async () => {
  system = await startServices()
  machine = client(system.gatewayUrl, tokenFor('ROLE_CLIENT_SERVICE'))
  supervisor = client(system.gatewayUrl, tokenFor('ROLE_SUPERVISOR', { userId: 'supervisor-1' }))
  await machine('PUT', `${V2}/applications/shop`, { overlapPolicy: 'REJECT' })
  for (const id of ['ann', 'bob'])
    await machine('PUT', `${V2}/agents/${id}`, {
      displayName: id,
      timezone: 'UTC',
      hours: [{ days: ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], from: '09:00', to: '10:00' }],
    })
})
afterAll(() => system.close())

/** Whether the slot of an agent at 9:00 on a day is offered. */
async function isOffered(agentId: string, day: number): Promise<boolean> {
  const query = new URLSearchParams({
    applicationId: 'shop',
    agentId,
    duration: 'PT1H',
    from: daysAhead(day, '00:00:00'),
    to: daysAhead(day + 1, '00:00:00'),
  })
  const { status, body } = await machine('GET', `${V2}/availability/slots?${query.toString()}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return (body as { slots: unknown[] }).slots.length === 1
}

const both = (day: number) => Promise.all([isOffered('ann', day), isOffered('bob', day)])

it('shows every booking, move, reassignment and cancellation in the first list of slots after its response', async () => {
  for (let day = 1; day <= ROUNDS; day += 1) {
    expect(await both(day)).toEqual([true, true])
    const booked = await machine('POST', `${V2}/appointments`, {
      applicationId: 'shop',
      start: daysAhead(day),
      duration: 'PT1H',
      targetAssignment: { type: 'AGENT', id: 'ann' },
    })
    expect(booked.status).toBe(200)
    const { id } = booked.body
    expect(await both(day)).toEqual([false, true])
    expect((await supervisor('PUT', `${V2}/appointments/reassign`, { id, userId: 'bob' })).status).toBe(200)
    expect(await both(day)).toEqual([true, false])
    const start = daysAhead(day + ROUNDS + 1)
    expect((await machine('PUT', `${V2}/appointments/reschedule`, { id, start })).status).toBe(200)
    expect([await both(day), await both(day + ROUNDS + 1)]).toEqual([
      [true, true],
      [true, false],
    ])
    expect((await supervisor('PUT', `${V2}/appointments/${id}/cancel`)).status).toBe(200)
    expect(await both(day + ROUNDS + 1)).toEqual([true, true])
  }
}, 120_000)
