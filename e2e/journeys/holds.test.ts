import { daysAhead } from '@appointments/testing'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { client, type Call } from '../src/client.ts'
import { startServices, type Services } from '../src/start-services.ts'
import { tokenFor } from '../src/tokens.ts'

const V2 = '/api/v2'
const DAY = 10
let system: Services
let machine: Call

beforeAll(async () => {
  system = await startServices()
  machine = client(system.gatewayUrl, tokenFor('ROLE_CLIENT_SERVICE'))
  await done('PUT', '/applications/desk', { overlapPolicy: 'REJECT' })
  await done('PUT', '/queues/advice', { name: 'Advice' })
  await done('PUT', '/agents/ann', {
    displayName: 'Ann',
    timezone: 'UTC',
    hours: [{ days: ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], from: '09:00', to: '11:00' }],
    queues: [{ queueId: 'advice' }],
  })
  await done('PUT', '/applications/desk/service-types/consultation', {
    name: 'Consultation',
    durations: ['PT1H'],
    granularity: 'PT1H',
    queueId: 'advice',
  })
  await done('PUT', '/applications/desk/availability', { availabilityPolicy: 'ENFORCE' })
  // availability reads the claims of appointments before it replies
  await vi.waitFor(offered, { timeout: 10_000 })
})
afterAll(() => system.close())

/** Calls an operation that must succeed. */
async function done(method: string, path: string, body?: unknown) {
  const response = await machine(method, V2 + path, body)
  expect(response.status, JSON.stringify(response.body)).toBeLessThan(300)
  return response.body as unknown as { id: string; slots: { start: string }[] }
}

/** The hours of the day that are offered. */
async function offered(): Promise<string[]> {
  const query = new URLSearchParams({
    applicationId: 'desk',
    serviceTypeId: 'consultation',
    from: daysAhead(DAY, '00:00:00'),
    to: daysAhead(DAY + 1, '00:00:00'),
  })
  const { slots } = await done('GET', `/availability/slots?${query.toString()}`)
  return slots.map(({ start }) => start.slice(11, 16))
}

const at = (time: string) => ({
  applicationId: 'desk',
  serviceTypeId: 'consultation',
  start: daysAhead(DAY, time),
})
const nine = at('09:00:00')

/** Status and code of a rejected request. */
async function rejected(path: string, body: object) {
  const response = await machine('POST', V2 + path, body)
  return [response.status, (response.body as unknown as { code: string }).code]
}

it('offers a time until it is held or booked, and again once it is free', async () => {
  expect(await offered()).toEqual(['09:00', '10:00'])

  const released = await done('POST', '/availability/holds', nine)
  expect(await offered()).toEqual(['10:00'])
  await done('DELETE', `/availability/holds/${released.id}`)
  expect(await offered()).toEqual(['09:00', '10:00'])

  const hold = await done('POST', '/availability/holds', nine)
  expect(hold).toMatchObject({ agentId: 'ann', duration: 'PT1H' })
  expect(await offered()).toEqual(['10:00'])
  expect(await rejected('/availability/holds', nine)).toEqual([409, 'SLOT_TAKEN'])

  const booked = await done('POST', '/appointments', { applicationId: 'desk', holdId: hold.id })
  expect(booked).toMatchObject({
    serviceTypeId: 'consultation',
    organizer: { id: 'ann' },
    targetAssignment: { type: 'QUEUE', id: 'advice' },
  })
  expect(await offered()).toEqual(['10:00'])

  await done('PUT', `/appointments/${booked.id}/cancel`)
  expect(await offered()).toEqual(['09:00', '10:00'])
})

it('rejects what the calendar does not offer, and gives a queue booking to a free member', async () => {
  expect(await rejected('/appointments', at('03:00:00'))).toEqual([409, 'OUTSIDE_AVAILABILITY'])
  const booked = await done('POST', '/appointments', nine)
  expect(booked).toMatchObject({ organizer: { id: 'ann' }, assignment: { state: 'ASSIGNED' } })
  expect(await rejected('/appointments', nine)).toEqual([409, 'SLOT_TAKEN'])
})
