import { describe, expect, it, vi } from 'vitest'
import {
  aCustomer,
  agent,
  appointmentsService,
  customerOf,
  managing,
  of,
  rejection,
  supervisor,
  V1,
  V2,
} from './harness.ts'

const service = appointmentsService()
const remove = (id: string, caller = supervisor, headers = {}) =>
  service.call(caller, 'DELETE', `${V2}/${id}`, undefined, headers)
const NOT_FOUND = { status: 404, code: 'APPOINTMENT_NOT_FOUND' }
const canary = {
  title: 'Canary',
  notes: 'Canary',
  metadata: { note: 'Canary' },
  notificationHeaders: { 'x-note': 'Canary' },
  interaction: { customFields: { note: 'Canary' } },
  customers: [aCustomer({ name: { firstName: 'Canary' } })],
}

/** The tables of the database that contain a text. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await service.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
  )
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await service.query(`SELECT FROM ${name} t WHERE t::text LIKE '%' || $1 || '%'`, [text])
      return rows.length > 0 ? [name] : []
    }),
  )
  return found.flat()
}

describe('removeAppointment of v2', () => {
  it('returns no body, and the appointment is unknown afterwards [3.1 removal, 4.2 DELETE /{id}, 7 404, 7 deletions, 9.3]', async () => {
    const { id, ...scheduled } = await service.scheduled(canary)
    expect(await remove(id)).toMatchObject({ status: 204, body: undefined })
    const before = await service.footprint()
    expect(rejection(await remove(id))).toEqual(NOT_FOUND)
    for (const version of [V1, V2])
      expect(rejection(await service.call(supervisor, 'GET', `${version}/${id}`))).toEqual(NOT_FOUND)
    expect(rejection(await service.call(agent, 'PUT', V2, { id, title: 'x' }))).toEqual(NOT_FOUND)
    expect(rejection(await service.call(agent, 'DELETE', `${V1}/${id}`))).toEqual(NOT_FOUND)
    const customer = managing(id, customerOf(scheduled))
    expect(rejection(await service.call(customer, 'GET', `${V2}/${id}`))).toEqual(NOT_FOUND)
    expect(await service.footprint()).toEqual(before)
  })

  it('keeps who removed it and when, and no personal data anywhere [4.2 DELETE /{id}]', async () => {
    const { id } = await service.scheduled({ ...canary, applicationId: 'app-org-1' }, of('org-1', agent))
    await service.call(agent, 'PUT', V2, {
      id,
      customer: { contact: { primaryEmail: 'canary@example.com' } },
    })
    await service.call(agent, 'PUT', `${V2}/reschedule`, { id, start: '2027-02-01T09:00:00Z' })
    await service.call(agent, 'POST', `${V1}/activate/${id}`)
    await remove(id, of('org-1', supervisor))
    expect(await service.query('SELECT * FROM removed_appointments WHERE id = $1', [id])).toEqual([
      {
        id,
        organization_id: 'org-1',
        removed_at: new Date('2026-12-01T12:00:00Z'),
        removed_by: { id: 'supervisor-1', role: 'ROLE_SUPERVISOR' },
        dead_letters_purged: expect.any(Boolean) as unknown,
      },
    ])
    // outbox rows are deleted when they are published
    await vi.waitFor(
      async () => {
        expect(await tablesWith('Canary')).toEqual([])
        expect(await tablesWith('canary@example.com')).toEqual([])
      },
      { timeout: 10_000, interval: 10 },
    )
    expect(await service.query('SELECT FROM agent_bookings WHERE appointment_id = $1', [id])).toEqual([])
  })

  it('publishes one event, with the highest version', async () => {
    const { id } = await service.scheduled(canary)
    await service.call(agent, 'PUT', `${V2}/${id}/cancel`)
    await remove(id)
    const events = await service.eventsOf(id)
    expect(events.map(({ type }) => type)).toEqual(['APScheduledEvent', 'APCancelledEvent', 'APRemovedEvent'])
    expect(events.at(-1)).toMatchObject({
      data: {
        appointment: { id, version: 3, epoch: 3 },
        actor: { id: 'supervisor-1', role: 'ROLE_SUPERVISOR' },
      },
    })
  })

  it('happens once for parallel requests', async () => {
    const { id } = await service.scheduled()
    const responses = await Promise.all(Array.from({ length: 5 }, () => remove(id)))
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404])
    expect(await service.eventsOf(id)).toHaveLength(2)
  })

  it('returns 404 for an unknown appointment and one of another organization', async () => {
    const { id } = await service.scheduled({ applicationId: 'app-org-1' }, of('org-1', agent))
    const before = await service.footprint()
    expect(rejection(await remove(id, of('org-2', supervisor)))).toEqual(NOT_FOUND)
    expect(rejection(await remove('nowhere'))).toEqual(NOT_FOUND)
    expect(await service.footprint()).toEqual(before)
  })

  it('checks the version in If-Match', async () => {
    const { id } = await service.scheduled()
    const before = await service.footprint()
    expect(rejection(await remove(id, supervisor, { 'if-match': '"1"' }))).toEqual({
      status: 412,
      code: 'VERSION_MISMATCH',
    })
    expect(await service.footprint()).toEqual(before)
    expect((await remove(id, supervisor, { 'if-match': '"2"' })).status).toBe(204)
  })

  it('ignores later events of the participants service about it', async () => {
    const { id } = await service.scheduled()
    const roster = await service.rosterOf(id)
    await remove(id)
    const event = await service.publish('APInteractionUpdatedEvent', id, 2, {
      appointmentId: id,
      roster: { ...roster, version: 2 },
      actor: {},
      requested: false,
    })
    expect(await service.query('SELECT FROM inbox WHERE event_id = $1', [event.id])).toHaveLength(1)
    expect(await service.eventsOf(id)).toHaveLength(2)
  })
})

it('lets an agent remove only appointments in which it participates, whatever agentAccess says [H5.12]', async () => {
  const { id } = await service.scheduled({ targetAssignment: { id: 'agent-7', type: 'AGENT' } })
  const other: typeof agent = { roles: ['ROLE_AGENT'], userId: 'agent-8' }
  const before = await service.read(id)
  expect(rejection(await remove(id, other))).toEqual(NOT_FOUND)
  expect(await service.read(id)).toEqual(before)
  expect((await service.call(other, 'GET', `${V2}/${id}`)).status).toBe(200)
  expect((await remove(id, agent)).status).toBe(204)
})

describe('the removal of a customer', () => {
  it('deletes dead letters with the contact data of the customer, and keeps others', async () => {
    const { id, ...scheduled } = await service.scheduled({ customers: [aCustomer(), { username: 'bob' }] })
    const [leaving, staying] = [customerOf(scheduled), customerOf(scheduled, 1)]
    for (const customerId of [leaving, staying])
      await service.broker().publish({
        id: `poison-${customerId}`,
        type: 'APParticipantUpdatedEvent',
        key: id,
        body: { data: { customer: { id: customerId } } },
        headers: {},
      })
    const letters = async () =>
      (await service.broker().deadLetters('appointments')).map(({ message }) => message.id)
    await expect.poll(letters).toHaveLength(2)
    const { participants, ...roster } = await service.rosterOf(id)
    await service.publish('APParticipantRemovedEvent', id, 2, {
      appointmentId: id,
      roster: { ...roster, version: 2, participants: participants.filter((one) => one.id !== leaving) },
      actor: {},
      participantId: leaving,
      participantType: 'CUSTOMER',
    })
    await expect.poll(letters).toEqual([`poison-${staying}`])
  })
})
