import { randomUUID } from 'node:crypto'
import { daysAhead } from '@appointments/testing'
import type { Appointment } from '../../src/response-bodies.ts'
import { PLANNED } from '../load/applications.ts'
import type { CheckedClient } from '../load/checked-client.ts'
import type { CrashedOperation, PreparedRequest } from './crashed-operation.ts'
import { succeeded } from './succeeded.ts'

const APPOINTMENTS = '/api/v2/appointments'
const HOLDS = '/api/v2/availability/holds'
const QUARTER_MS = 900_000
const HOUR_MS = 3_600_000
/** Seconds from a booking until its assignment is due; the preparation settles before that. */
const DUE_IN_S = 8
/** A search that fails because availability is down is repeated a minute later. */
const NEXT_SEARCH_MS = 150_000
const START = daysAhead(30)
const LATER = daysAhead(30, '14:00:00')

/** A queue with members of its own, and what clients do with it. */
interface Desk {
  queueId: string
  members: [string, string]
  call: (method: string, path: string, body?: unknown) => Promise<unknown>
  hold: () => Promise<string>
  book: (change?: object) => Promise<Appointment>
  read: (id: string) => Promise<Appointment | undefined>
}

async function aDesk({ send }: CheckedClient, assign?: object): Promise<Desk> {
  const queueId = `desk-${randomUUID()}`
  const members: Desk['members'] = [`one-${randomUUID()}`, `two-${randomUUID()}`]
  const call: Desk['call'] = async (method, path, body) =>
    succeeded(await send(method, path, body === undefined ? {} : { body }))
  await call('PUT', `/api/v2/queues/${queueId}`, { name: 'Desk', ...(assign && { assign }) })
  const hours = [{ days: ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], from: '00:00', to: '24:00' }]
  for (const id of members)
    await call('PUT', `/api/v2/agents/${id}`, {
      displayName: 'Member',
      timezone: 'UTC',
      hours,
      queues: [{ queueId }],
    })
  return {
    ...{ queueId, members, call },
    hold: async () => ((await call('POST', HOLDS, aHold(queueId))) as { id: string }).id,
    book: async (change) =>
      (await call('POST', APPOINTMENTS, { ...aBooking(queueId), ...change })) as Appointment,
    async read(id) {
      const response = await send('GET', `${APPOINTMENTS}/${id}`)
      return response?.status === 200 ? (response.body as Appointment) : undefined
    },
  }
}

const aTime = (start = START) => ({ applicationId: PLANNED, start, duration: 'PT30M' })
const customers = () => [{ contact: { primaryEmail: `${randomUUID()}@customers.example` } }]
const aHold = (queueId: string) => ({ ...aTime(), queueId })
const aBooking = (queueId: string) => ({
  ...aTime(),
  targetAssignment: { type: 'QUEUE', id: queueId },
  customers: customers(),
})
const ofAgent = (id: string, start: string) => ({
  ...aTime(start),
  targetAssignment: { type: 'AGENT', id },
  customers: customers(),
})

const reassigned = (desk: Desk, id: string, to: string) => async () =>
  (await desk.read(id))?.organizer?.id === to

const requests: Record<string, (client: CheckedClient) => Promise<PreparedRequest>> = {
  async 'hold a time'(client) {
    const { queueId } = await aDesk(client)
    return { method: 'POST', path: HOLDS, body: aHold(queueId) }
  },

  async 'extend a hold'(client) {
    const desk = await aDesk(client)
    return { method: 'PUT', path: `${HOLDS}/${await desk.hold()}`, body: { ttl: 'PT20M' } }
  },

  async 'release a hold'(client) {
    const desk = await aDesk(client)
    return { method: 'DELETE', path: `${HOLDS}/${await desk.hold()}` }
  },

  async 'book with a hold'(client) {
    const desk = await aDesk(client)
    const body = { applicationId: PLANNED, holdId: await desk.hold(), customers: customers() }
    return { method: 'POST', path: APPOINTMENTS, body }
  },

  async 'book a queue'(client) {
    const { queueId } = await aDesk(client)
    return { method: 'POST', path: APPOINTMENTS, body: aBooking(queueId) }
  },

  async 'reassign to a queue'(client) {
    const desk = await aDesk(client)
    const [one, two] = desk.members
    const { id } = await desk.book({ preferredAgentId: one })
    const body = { id, queueId: desk.queueId }
    const request = { method: 'PUT', path: `${APPOINTMENTS}/reassign`, body, appointmentId: id }
    return { ...request, follows: reassigned(desk, id, two) }
  },

  async 'move to another member'(client) {
    const desk = await aDesk(client)
    const [one, two] = desk.members
    await desk.call('POST', APPOINTMENTS, ofAgent(one, LATER))
    const { id } = await desk.book({ preferredAgentId: one })
    const body = { id, start: LATER }
    const request = { method: 'PUT', path: `${APPOINTMENTS}/reschedule`, body, appointmentId: id }
    return { ...request, follows: reassigned(desk, id, two) }
  },

  async 'exchange a reserved member'(client) {
    const desk = await aDesk(client, { when: 'BEFORE_START', lead: 'PT1H' })
    const [one, two] = desk.members
    await desk.book({ preferredAgentId: one })
    const until = new Date(Date.parse(START) + HOUR_MS).toISOString()
    const isFree = async (agentId: string) => {
      const check = await client.send('POST', '/api/v2/availability/check', { body: { ...aTime(), agentId } })
      return check?.status === 200 ? (check.body as { offered: boolean }).offered : undefined
    }
    return {
      method: 'POST',
      path: `/api/v2/agents/${one}/exceptions`,
      body: { type: 'ABSENCE', from: START, until },
      follows: async () => (await isFree(two)) === false,
      followsWithinMs: NEXT_SEARCH_MS,
    }
  },

  async 'assign a reserved member'(client) {
    const start = Math.ceil((Date.now() + 3 * HOUR_MS) / QUARTER_MS) * QUARTER_MS
    const lead = `PT${Math.floor((start - Date.now()) / 1000) - DUE_IN_S}S`
    const desk = await aDesk(client, { when: 'BEFORE_START', lead })
    const { id } = await desk.book({ start: new Date(start).toISOString() })
    return {
      // any request that stores nothing: the assignment comes due without one
      method: 'POST',
      path: '/api/v2/availability/check',
      body: { ...aTime(), queueId: desk.queueId },
      appointmentId: id,
      follows: async () => (await desk.read(id))?.organizer !== undefined,
    }
  },
}

/** Operations on holds and queues, some with work that the system does by itself afterwards. */
export const plannedOperations: readonly CrashedOperation[] = Object.entries(requests).map(
  ([name, request]) => ({ name, request }),
)
