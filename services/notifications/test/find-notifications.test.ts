import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notificationEventPage, notificationPage, type Caller } from '@appointments/contracts'
import { aCaller, anAgent, anApplication, aRoster, cancelled, scheduled, eventOf } from './builders.ts'
import { runNotifications, type Running } from './running-service.ts'

let service: Running
beforeAll(async () => {
  service = await runNotifications({ withTwilio: true })
})
afterAll(() => service.stop())

async function booked(application = anApplication()) {
  await service.know(application)
  const made = scheduled(application)
  await service.publish(made.event)
  await service.quiet(made.appointment.id)
  return made
}

const find = (id: string, query = '', caller: Caller = aCaller()) =>
  service.call('GET', `/api/v2/appointments/${id}/notifications${query}`, { caller })

describe('the notification history', () => {
  it('lists records newest first, in the shape of the contract [4.2 GET /{id}/notifications, 2.7 Notification record, 2.7 ListAppointmentNotificationsResponsePaged, 2.7 scheduledFor, 2.7 nextPollAt, 9.3]', async () => {
    const { appointment } = await booked()
    service.advance(1000)
    await service.publish(cancelled(appointment).event)
    await service.quiet(appointment.id)
    const { status, body } = await find(appointment.id)
    expect(status).toBe(200)
    expect(notificationPage.parse(body)).toEqual(body)
    expect(body).toMatchObject({
      total: 5,
      pageCount: 1,
      pageNumber: 1,
      pageSize: 20,
      sortField: 'createdAt',
      sortOrder: 'desc',
    })
    expect(body.content[0]!.type).toBe('CANCELLED')
    const created = body.content.find(({ type }) => type === 'CREATE')
    expect(created).toEqual({
      id: expect.stringMatching(/^ntf_/) as string,
      appointmentId: appointment.id,
      type: 'CREATE',
      channel: 'EMAIL',
      status: 'DELIVERED',
      providerStatus: 'ACCEPTED',
      message: expect.any(String) as string,
      recipient: { displayName: 'Ada Lovelace', type: 'CUSTOMER' },
      retryCount: 0,
      canRetry: false,
      createdAt: '2027-01-04T08:00:00Z',
      updatedAt: '2027-01-04T08:00:00Z',
    })
    const reminder = body.content.find(({ type, channel }) => type === 'REMINDER' && channel === 'EMAIL')
    expect(reminder).toMatchObject({
      offset: 'PT24H',
      scheduledFor: '2027-01-06T09:00:00Z',
      status: 'CANCELLED',
    })
    const sms = body.content.find(({ channel, type }) => channel === 'SMS' && type === 'CANCELLED')
    expect(sms).toMatchObject({
      status: 'PENDING',
      providerStatus: 'queued',
      nextPollAt: expect.any(String) as string,
    })
    expect(sms).not.toHaveProperty('nextRetryAt')
  })

  it.each([
    ['?type=CREATE', 1],
    ['?type=CREATE,REMINDER', 3],
    ['?type=CREATE&type=REMINDER', 3],
    ['?channel=email', 2],
    ['?channel=EMAIL&status=initialized', 1],
    ['?status=DELIVERED', 1],
    ['?status=FAILED', 0],
  ])('filters by %s [4.2 query of notifications]', async (query, count) => {
    const { appointment } = await booked()
    const { status, body } = await find(appointment.id, query)
    expect([status, body.content.length, body.total]).toEqual([200, count, count])
  })

  it.each(['?type=created', '?type=NOTHING', '?channel=FAX', '?status=DONE', '?pageSize=0', '?sortField=id'])(
    'rejects %s with 400 [4.2 query of notifications]',
    async (query) => {
      const { appointment } = await booked()
      const { status, body } = await find(appointment.id, query)
      expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED'])
    },
  )

  it('pages and sorts [4.2 GET /{id}/notifications, 8.3]', async () => {
    const { appointment } = await booked()
    const first = await find(appointment.id, '?pageSize=2&sortField=type&sortOrder=asc')
    const second = await find(appointment.id, '?pageSize=2&pageNumber=2&sortField=type&sortOrder=asc')
    expect(first.body).toMatchObject({
      total: 3,
      pageCount: 2,
      pageNumber: 1,
      pageSize: 2,
      sortField: 'type',
      sortOrder: 'asc',
    })
    const types = [...first.body.content, ...second.body.content].map(({ type }) => type)
    expect(types).toEqual(['CREATE', 'REMINDER', 'REMINDER'])
    expect((await find(appointment.id, '?pageNumber=9')).body.content).toEqual([])
    const bySchedule = await find(appointment.id, '?sortField=scheduledFor&sortOrder=desc')
    expect(bySchedule.body.content.map(({ channel }) => channel)).toEqual(['SMS', 'EMAIL', 'EMAIL'])
  })
})

describe('access to the notification history', () => {
  it('shows an agent the records while it is assigned [4.2 query of notifications]', async () => {
    const { appointment, roster, customers } = await booked()
    expect((await find(appointment.id, '', anAgent('agent-7'))).body.total).toBe(3)
    expect((await find(appointment.id, '', anAgent('agent-8'))).body).toMatchObject({ total: 0, content: [] })
    const handedOver = aRoster(customers, {
      version: roster.version + 1,
      organizerId: 'agent-8',
      participants: [
        { id: 'agent-8', type: 'AGENT' },
        ...roster.participants.filter(({ type }) => type === 'CUSTOMER'),
      ],
    })
    await service.publish(eventOf('APReassignedEvent', { appointmentId: appointment.id, roster: handedOver }))
    expect((await find(appointment.id, '', anAgent('agent-7'))).body.total).toBe(0)
    expect((await find(appointment.id, '', anAgent('agent-8'))).body.total).toBe(3)
  })

  it('hides the appointment from unassigned agents if the application restricts their access', async () => {
    const { appointment } = await booked(anApplication({}, { agentAccess: 'ASSIGNED' }))
    expect((await find(appointment.id, '', anAgent('agent-8'))).status).toBe(404)
    expect((await find(appointment.id, '', anAgent('agent-7'))).status).toBe(200)
  })

  it('responds with 404 for appointments of another organization and for unknown ones', async () => {
    const { appointment } = await booked(anApplication({}, { organizationId: 'org-1' }))
    const of = (organizationId: string) => aCaller({ organizationId })
    expect((await find(appointment.id, '', of('org-1'))).status).toBe(200)
    for (const response of [
      await find(appointment.id, '', of('org-2')),
      await find('nothing', '', of('org-1')),
    ])
      expect([response.status, response.body.code]).toEqual([404, 'APPOINTMENT_NOT_FOUND'])
  })

  it("rejects a request without the gateway's token with 401", async () => {
    const { appointment } = await booked()
    const response = await fetch(`${service.url}/api/v2/appointments/${appointment.id}/notifications`)
    expect(response.status).toBe(401)
  })
})

describe('notification events', () => {
  it('list every step, of one record and of all [4.2 notification events]', async () => {
    const { appointment } = await booked()
    const created = await service.rowOf(appointment.id, 'CREATE', 'EMAIL')
    const base = `/api/v2/appointments/${appointment.id}/notifications`
    const one = await service.call('GET', `${base}/${created.id}/events?sortOrder=asc`)
    expect(notificationEventPage.parse(one.body)).toEqual(one.body)
    expect(one.body.content.map(({ event, status, attempt }) => [event, status, attempt])).toEqual([
      ['created', 'INITIALIZED', 0],
      ['claimed', 'PENDING', 0],
      ['attempt', 'PENDING', 1],
      ['delivered', 'DELIVERED', 1],
    ])
    const all = await service.call('GET', `${base}/events?channel=email&type=REMINDER`)
    expect(all.body.content.map(({ event }) => event)).toEqual(['created'])
    const unknown = await service.call('GET', `${base}/ntf_nothing/events`)
    expect([unknown.status, unknown.body.code]).toEqual([404, 'NOTIFICATION_NOT_FOUND'])
    const other = await booked()
    const foreign = await service.call(
      'GET',
      `/api/v2/appointments/${other.appointment.id}/notifications/${created.id}/events`,
    )
    expect(foreign.status).toBe(404)
  })

  it('include the reason why a message was not sent', async () => {
    const { appointment } = await booked()
    await service.publish(cancelled(appointment, false).event)
    await service.quiet(appointment.id)
    const { body } = await service.call(
      'GET',
      `/api/v2/appointments/${appointment.id}/notifications/events?type=CANCELLED&channel=EMAIL&sortOrder=asc`,
    )
    expect(body.content.map(({ event, reason }) => [event, reason])).toEqual([
      ['created', undefined],
      ['cancelled', 'notify_false'],
    ])
  })

  it('are empty for an agent who is not assigned', async () => {
    const { appointment } = await booked()
    const { status, body } = await service.call(
      'GET',
      `/api/v2/appointments/${appointment.id}/notifications/events`,
      {
        caller: anAgent('agent-8'),
      },
    )
    expect([status, body.total]).toEqual([200, 0])
  })
})
