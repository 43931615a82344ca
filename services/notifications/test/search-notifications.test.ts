import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  foundNotificationPage,
  notificationReasons,
  type Application,
  type Caller,
  type CustomerRecord,
} from '@appointments/contracts'
import type { Sql } from '@appointments/postgres'
import { rowsRead, withConnection } from '@appointments/testing'
import { foundNotifications, type Search } from '../src/repositories/history/found-notifications.ts'
import { reasons } from '../src/domain/notification.ts'
import {
  aCaller,
  aCustomer,
  anAgent,
  anApplication,
  aRoster,
  cancelled,
  DAY_MS,
  eventOf,
  HOUR_MS,
  next,
} from './builders.ts'
import { runNotifications, type Running } from './running-service.ts'

let service: Running
beforeAll(async () => {
  service = await runNotifications()
})
afterAll(() => service.stop())

const search = (body: object, caller: Caller = aCaller()) =>
  service.call('POST', '/api/v2/notifications/search', { caller, body })

const know = (application: Application = anApplication({ schedules: [] })) => service.know(application)

const book = (
  application: Application,
  { customer = aCustomer(), agentId = 'agent-7' }: { customer?: CustomerRecord; agentId?: string } = {},
) => service.book(application, { customers: [customer], agentId })

/** A customer whose mail server rejects every mail. */
const unreachable = (more: Partial<CustomerRecord> = {}) =>
  aCustomer({ email: `550@${Math.random()}.example.com`, ...more })

const shown = ({
  content,
}: {
  content: { appointmentId: string; type: string; channel: string; status: string }[]
}) => content.map(({ type, channel, status }) => `${type} ${channel} ${status}`)

describe('the search for messages', () => {
  it('finds the messages of one application, newest first, with their appointment', async () => {
    const application = await know()
    const first = await book(application)
    service.advance(60_000)
    const second = await book(application)
    await book(await know())
    const { status, body } = await search({ applicationId: application.id })
    expect(status).toBe(200)
    expect(foundNotificationPage.parse(body)).toEqual(body)
    expect(body.content.map(({ appointmentId }) => appointmentId)).toEqual([
      second.appointment.id,
      first.appointment.id,
    ])
    expect(Date.parse(body.content[0]!.appointmentStart)).toBe(Date.parse(second.appointment.start))
    expect(body.nextCursor).toBeUndefined()
  })

  it('filters by status, type, channel, reason, appointment and agent', async () => {
    const application = await know(anApplication())
    const reached = await book(application)
    const missed = await book(application, { customer: unreachable(), agentId: 'agent-8' })
    await service.publish(cancelled(reached.appointment, false).event)
    await service.quiet(reached.appointment.id)
    const found = async (filter: object) =>
      shown((await search({ applicationId: application.id, ...filter })).body).sort()
    expect(await found({ status: ['FAILED'] })).toEqual(['CREATE EMAIL FAILED'])
    expect(await found({ type: ['CREATE'], channel: ['EMAIL'] })).toEqual([
      'CREATE EMAIL DELIVERED',
      'CREATE EMAIL FAILED',
    ])
    expect(await found({ reason: ['notify_false'] })).toEqual([
      'CANCELLED EMAIL CANCELLED',
      'CANCELLED SMS CANCELLED',
    ])
    expect(await found({ reason: ['rejected'] })).toEqual(['CREATE EMAIL FAILED'])
    expect(await found({ agentId: ['agent-8'], status: ['DELIVERED', 'FAILED'] })).toEqual([
      'CREATE EMAIL FAILED',
    ])
    expect(await found({ agentId: ['agent-9'] })).toEqual([])
    const nothingSelected = { status: [], type: [], channel: [], reason: [], agentId: [] }
    expect(await found(nothingSelected)).toEqual(await found({}))
    expect(await found({ appointmentId: missed.appointment.id, channel: ['SMS'] })).toEqual([
      'REMINDER SMS INITIALIZED',
    ])
  })

  it('finds the messages of a customer by e-mail address in any case, and by phone number', async () => {
    const application = await know(anApplication({ schedules: [] }, { defaultRegion: 'DE' }))
    const customer = aCustomer({ email: 'Ada.Lovelace@example.com', phone: '+4930999888' })
    const { appointment } = await book(application, { customer })
    await book(application)
    for (const contact of ['ada.lovelace@example.com', '+49 30 999888', '030 999888']) {
      const { body } = await search({ applicationId: application.id, contact })
      expect(body.content.map(({ appointmentId }) => appointmentId)).toEqual([appointment.id])
    }
  })

  it('rejects a phone number without a country code if the application has no region', async () => {
    const application = await know()
    const { status, body } = await search({ applicationId: application.id, contact: '030 999888' })
    expect([status, body.errors[0]?.pointer, body.errors[0]?.code]).toEqual([
      400,
      '/contact',
      'INVALID_PHONE',
    ])
  })

  it('selects by planned time, or by creation if a message has none', async () => {
    const application = await know(anApplication())
    await book(application)
    const now = service.clock.current.getTime()
    const between = async (from: number, to: number) => {
      const range = { from: new Date(now + from).toISOString(), to: new Date(now + to).toISOString() }
      return shown((await search({ applicationId: application.id, ...range })).body)
    }
    expect(await between(-HOUR_MS, HOUR_MS)).toEqual(['CREATE EMAIL DELIVERED'])
    expect(await between(DAY_MS, 3 * DAY_MS)).toEqual([
      'REMINDER SMS INITIALIZED',
      'REMINDER EMAIL INITIALIZED',
    ])
  })

  it('continues after a cursor without a gap or a repetition, even while messages are added', async () => {
    const application = await know()
    const booked: string[] = []
    for (let count = 0; count < 5; count++) booked.unshift((await book(application)).appointment.id)
    const filter = { applicationId: application.id, status: ['DELIVERED'] }
    const found: string[] = []
    let cursor: string | undefined
    do {
      const { body } = await search({ ...filter, limit: 2, ...(cursor !== undefined && { cursor }) })
      found.push(...body.content.map(({ appointmentId }) => appointmentId))
      cursor = body.nextCursor
      service.advance(1000)
      await book(application)
    } while (cursor !== undefined)
    expect([...found].sort()).toEqual([...booked].sort())
  })

  it('rejects a cursor of other filters, and an invalid one', async () => {
    const application = await know()
    for (let count = 0; count < 2; count++) await book(application)
    const first = await search({ applicationId: application.id, limit: 1 })
    const cursor = first.body.nextCursor!
    const beforeAllYears = Buffer.from('[-8.64e15,"a"]').toString('base64url')
    for (const body of [
      { applicationId: application.id, cursor: `${cursor.split('.')[0]}.${beforeAllYears}` },
      { applicationId: application.id, limit: 1, status: ['FAILED'], cursor },
      { applicationId: (await know()).id, cursor },
      { applicationId: application.id, cursor: 'nonsense' },
    ]) {
      const response = await search(body)
      expect([response.status, response.body.code]).toEqual([400, 'CURSOR_INVALID'])
    }
    // another limit continues the same list
    expect((await search({ applicationId: application.id, limit: 7, cursor })).status).toBe(200)
  })

  it('reports every fault of a request', async () => {
    const { status, body } = await search({
      applicationId: 'app 1',
      status: ['LOST'],
      from: '2027-01-02T00:00:00Z',
      to: '2027-01-01T00:00:00Z',
      contact: '??',
      view: 'SOME',
      limit: 201,
      nonsense: true,
    })
    expect(status).toBe(400)
    expect(body.errors.map(({ pointer }) => pointer).sort()).toEqual([
      '/applicationId',
      '/contact',
      '/limit',
      '/nonsense',
      '/status/0',
      '/to',
      '/view',
    ])
  })

  it('finds nothing of an erased appointment', async () => {
    const application = await know()
    const { appointment } = await book(application)
    await service.publish(eventOf('APRemovedEvent', { appointment: next(appointment) }))
    expect((await search({ applicationId: application.id })).body.content).toEqual([])
  })
})

describe('messages that did not reach their customer', () => {
  const unreachedIn = async (application: Application, more: object = {}) =>
    (await search({ applicationId: application.id, view: 'UNREACHED', ...more })).body.content

  it('are found if no message arrived and none may still arrive', async () => {
    const application = await know(
      anApplication({ schedules: [], types: { CREATE: { channels: ['EMAIL', 'SMS'] } } }),
    )
    const byMailOnly = unreachable()
    delete byMailOnly.phone
    const lost = await book(application, { customer: byMailOnly })
    // the SMS waits for its receipt, so this customer may still be reached
    await book(application, { customer: unreachable() })
    const found = await unreachedIn(application)
    expect(found.map(({ appointmentId, reason }) => [appointmentId, reason])).toEqual([
      [lost.appointment.id, 'rejected'],
    ])
  })

  it('are one record for each customer, appointment and type: the newest one that matches the filters', async () => {
    const application = await know(
      anApplication({ schedules: [], types: { CREATE: { channels: ['EMAIL'], fallback: ['SMS'] } } }),
    )
    const customer = unreachable({ phone: '+15005550001' })
    const { appointment } = await book(application, { customer })
    await service.pool.query(
      `UPDATE notifications SET status = 'FAILED', reason = 'rejected', due_at = NULL, next_poll_at = NULL,
         next_retry_at = NULL, lease_token = NULL, lease_until = NULL
       WHERE appointment_id = $1`,
      [appointment.id],
    )
    expect((await service.rowsOf(appointment.id)).map(({ channel }) => channel).sort()).toEqual([
      'EMAIL',
      'SMS',
    ])
    expect(await unreachedIn(application)).toHaveLength(1)
    for (const channel of ['EMAIL', 'SMS'])
      expect((await unreachedIn(application, { channel: [channel] })).map((one) => one.channel)).toEqual([
        channel,
      ])
  })

  it('include messages without an address or to a suppressed one, but no withdrawn messages', async () => {
    const application = await know(anApplication())
    const nowhere = aCustomer()
    delete nowhere.email
    delete nowhere.phone
    const { appointment } = await book(application, { customer: nowhere })
    const reached = await book(application)
    await service.publish(cancelled(reached.appointment, false).event)
    await service.quiet(reached.appointment.id)
    const found = await unreachedIn(application)
    expect(new Set(found.map(({ appointmentId }) => appointmentId))).toEqual(new Set([appointment.id]))
    expect(new Set(found.map(({ reason }) => reason))).toEqual(new Set(['no_address']))
  })

  it('leave the list when the message arrives', async () => {
    const application = await know()
    const customer = aCustomer({ email: '452@later.example.com' })
    const { appointment } = await book(application, { customer })
    await service.exhaustRetries(appointment.id)
    const [missed] = await unreachedIn(application)
    expect(missed).toMatchObject({
      appointmentId: appointment.id,
      reason: 'attempts_exhausted',
      canRetry: true,
    })
    const fixed = { ...customer, email: 'fixed@example.com' }
    await service.publish(
      eventOf('APParticipantUpdatedEvent', {
        appointmentId: appointment.id,
        roster: aRoster([fixed], { version: 2 }),
        customer: fixed,
      }),
    )
    await service.call('POST', '/api/v2/notifications/retry', { body: { ids: [missed!.id] } })
    service.advance(0)
    await service.quiet(appointment.id)
    expect(await unreachedIn(application)).toEqual([])
  })
})

describe('access to the search', () => {
  it('shows agents the messages of the appointments in their list', async () => {
    const restricted = await know()
    const open = await know(anApplication({ schedules: [] }, { restrictAgentsToOwnAppointments: false }))
    const assigned = await know(
      anApplication({ schedules: [] }, { restrictAgentsToOwnAppointments: false, agentAccess: 'ASSIGNED' }),
    )
    const seenIn = async (application: Application, body: object = {}) => {
      const response = await search({ applicationId: application.id, ...body }, anAgent('agent-7'))
      return response.body.content.map(({ appointmentId }) => appointmentId)
    }
    for (const application of [restricted, open, assigned]) {
      const own = await book(application, { agentId: 'agent-7' })
      const other = await book(application, { agentId: 'agent-8' })
      const both = [own.appointment.id, other.appointment.id].sort()
      const expected = application === open ? both : [own.appointment.id]
      expect((await seenIn(application)).sort()).toEqual(expected)
      expect(await seenIn(application, { appointmentId: other.appointment.id })).toEqual(
        application === open ? [other.appointment.id] : [],
      )
      expect(await seenIn(application, { agentId: ['agent-8'] })).toEqual(
        application === open ? [other.appointment.id] : [],
      )
      expect(await seenIn(application, { contact: other.customer.email, view: 'ALL' })).toEqual(
        application === open ? [other.appointment.id] : [],
      )
    }
  })

  it('offers agents a retry only of messages of their own appointments, as the retry accepts it', async () => {
    const application = await know(
      anApplication({ schedules: [] }, { restrictAgentsToOwnAppointments: false }),
    )
    const customer = aCustomer({ email: '452@own.example.com' })
    const { appointment } = await book(application, { customer, agentId: 'agent-8' })
    await service.exhaustRetries(appointment.id)
    const found = async (caller: Caller) =>
      (await search({ applicationId: application.id }, caller)).body.content
    const retryable = async (caller: Caller) => (await found(caller)).map(({ canRetry }) => canRetry)
    expect(await retryable(anAgent('agent-7'))).toEqual([false])
    for (const caller of [
      anAgent('agent-8'),
      aCaller({ roles: ['ROLE_AGENT', 'ROLE_SUPERVISOR'], userId: 'agent-7' }),
      aCaller({ roles: ['ROLE_CLIENT_SERVICE'] }),
    ])
      expect(await retryable(caller)).toEqual([true])
    const ids = (await found(anAgent('agent-7'))).map(({ id }) => id)
    const retry = (caller: Caller) =>
      service.call('POST', '/api/v2/notifications/retry', { caller, body: { ids } })
    expect((await retry(anAgent('agent-7'))).body).toMatchObject([{ outcome: 'NOT_FOUND' }])
    expect((await retry(anAgent('agent-8'))).body).toMatchObject([{ outcome: 'QUEUED' }])
  })

  it('hides applications of other organizations', async () => {
    const application = await know(anApplication({}, { organizationId: 'org-1' }))
    for (const organizationId of ['org-2', 'org-3']) {
      const { status, body } = await search({ applicationId: application.id }, aCaller({ organizationId }))
      expect([status, body.code]).toEqual([404, 'APPLICATION_NOT_FOUND'])
    }
    const own = await search({ applicationId: application.id }, aCaller({ organizationId: 'org-1' }))
    expect(own.status).toBe(200)
  })
})

describe('reasons', () => {
  it('every reason that cancels or delays a message is part of the contract', () => {
    const ofSteps = ['fallback', 'template_missing', 'long_sms', 'outcome_unknown']
    for (const reason of Object.keys(reasons).filter((one) => !ofSteps.includes(one)))
      expect(notificationReasons).toContain(reason)
  })

  it('are filled in for records that an older release ended without a reason', async () => {
    const application = await know(anApplication())
    const { appointment } = await book(application, { customer: unreachable() })
    await service.publish(cancelled(appointment, false).event)
    await service.quiet(appointment.id)
    const reasonsOf = async () =>
      (
        await service.pool.query<{ id: string; reason: string | null }>(
          'SELECT id, reason FROM notifications WHERE appointment_id = $1 ORDER BY id',
          [appointment.id],
        )
      ).rows
    const before = await reasonsOf()
    await service.pool.query('UPDATE notifications SET reason = NULL WHERE appointment_id = $1', [
      appointment.id,
    ])
    const another = await service.start()
    await expect.poll(reasonsOf).toEqual(before)
    await another.stop()
  })
})

describe('the cost of a search', () => {
  it("does not grow with the number of the application's messages", async () => {
    const application = await know()
    const { appointment, customer } = await book(application)
    const other = await know()
    await withConnection(service.databaseUrl, async (client) => {
      for (const { id } of [application, other]) {
        await client.query(
          `INSERT INTO appointments SELECT $1 || '-' || number, $1, appointment || jsonb_build_object('id', $1 || '-' || number),
             appointment_version, jsonb_set(roster, '{participants,0,id}', to_jsonb('agent-' || number)) - 'organizerId',
             roster_version, schedule_version, invite_sequence
           FROM appointments, generate_series(1, 4000) AS number WHERE id = $2`,
          [id, appointment.id],
        )
        await client.query(
          `INSERT INTO notifications (id, application_id, appointment_id, source_event_id, type, channel, recipient_key,
             recipient_type, recipient_name, status, relevant_until, appointment_revision, invite_sequence, priority,
             context, created_at, updated_at, reason)
           SELECT 'ntf_seeded_' || id || copy, application_id, id, id, 'CREATE', 'EMAIL', 'customer-' || copy, 'CUSTOMER',
             'Ada', CASE WHEN id LIKE '%00' THEN 'FAILED' ELSE 'DELIVERED' END, now(), 1, 0, 1, '{}',
             now() - (right(id, 2)::int * interval '1 minute'), now(),
             CASE WHEN id LIKE '%00' THEN 'rejected' END
           FROM appointments, generate_series(1, 5) AS copy WHERE id ~ '-\\d+$' AND application_id = $1`,
          [id],
        )
      }
      await client.query('ANALYZE')
    })
    const cost = (search: Partial<Search>) =>
      rowsReadBy({ applicationId: application.id, view: 'ALL', agents: [], limit: 51, ...search })
    expect(await cost({})).toBeLessThan(500)
    expect(await cost({ view: 'UNREACHED' })).toBeLessThan(2000)
    expect(await cost({ status: ['FAILED'] })).toBeLessThan(500)
    expect(await cost({ agents: [['agent-77']] })).toBeLessThan(500)
    expect(await cost({ contact: { email: customer.email! } })).toBeLessThan(500)
    expect(await cost({ appointmentId: appointment.id })).toBeLessThan(500)
  })
})

/** The rows that a search reads from tables and indexes. */
async function rowsReadBy(search: Search): Promise<number> {
  let read = 0
  const explaining = {
    query: async (text: string, values: unknown[]) => {
      read = await rowsRead(service.pool, text, values)
      return { rows: [] }
    },
  }
  await foundNotifications.search(explaining as unknown as Sql, search)
  return read
}
