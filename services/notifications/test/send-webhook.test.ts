import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  notificationTypes,
  webhookEventNames,
  webhookPayloads,
  type Application,
  type WebhookPayload,
} from '@appointments/contracts'
import { startWebhookReceiver, type WebhookReceiver } from '@appointments/testing'
import { activated, anApplication, aCaller, cancelled, moved, next, scheduled, eventOf } from './builders.ts'
import { runNotifications, type Running } from './running-service.ts'

let service: Running
let receiver: WebhookReceiver
beforeAll(async () => {
  service = await runNotifications({ withSmtp: false, withTwilio: false })
})
afterAll(() => service.stop())
afterEach(() => receiver.stop())

/** An application with one endpoint whose receiver verifies signatures. */
async function listening(endpoint: Record<string, unknown> = {}, application: Application = anApplication()) {
  await service.know(application)
  // the receiver needs the secret when it starts, and the endpoint needs the receiver's address before that
  const probe = await startWebhookReceiver()
  const port = Number(new URL(probe.url).port)
  await probe.stop()
  const { body } = await service.call('POST', '/api/v2/webhook-endpoints', {
    caller: aCaller({ roles: ['ROLE_CLIENT_SERVICE'] }),
    body: { applicationId: application.id, url: `http://127.0.0.1:${port}/hooks`, ...endpoint },
  })
  const { id, secret } = body as { id: string; secret: string }
  receiver = await startWebhookReceiver({ secret, anyAge: true, port })
  return { application, endpointId: id }
}

async function book(application: Application, fields: Parameters<typeof scheduled>[1] = {}) {
  const made = scheduled(application, fields)
  await service.publish(made.event)
  await service.quiet(made.appointment.id)
  return { ...made, row: () => service.rowOf(made.appointment.id, 'CREATE', 'WEBHOOKS') }
}

const payloads = () => receiver.deliveries().map(({ body }) => JSON.parse(body) as WebhookPayload)

describe('a webhook', () => {
  it('is signed, describes the event, and contains no personal data [6.2, 6.4, 2.1 notificationHeaders]', async () => {
    const { application } = await listening()
    const { appointment, customer, row } = await book(application, {
      appointment: { metadata: { branch: 'north' }, notificationHeaders: { 'X-Tenant': 'harbour' } },
    })
    const [delivery] = receiver.deliveries()
    expect(delivery).toMatchObject({ method: 'POST', path: '/hooks', verified: true })
    const { id } = await row()
    expect(delivery!.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Appointments-Webhooks/1',
      'webhook-id': id,
      'webhook-timestamp': String(service.clock.current.getTime() / 1000),
      'x-appointments-attempt': '1',
      'x-tenant': 'harbour',
    })
    const payload = webhookPayloads.CREATE.strict().parse(JSON.parse(delivery!.body))
    expect(payload).toMatchObject({
      type: 'appointment.created',
      schemaVersion: '1',
      data: {
        notificationId: id,
        applicationId: application.id,
        appointment: {
          id: appointment.id,
          revision: 2,
          state: 'SCHEDULED',
          start: '2027-01-07T09:00:00Z',
          metadata: { branch: 'north' },
          organizer: { id: 'agent-7', type: 'AGENT' },
          participants: [
            { id: 'agent-7', type: 'AGENT' },
            { id: customer.id, type: 'CUSTOMER' },
          ],
        },
        trigger: { operation: 'schedule', actor: { id: 'agent-7', role: 'ROLE_AGENT' } },
      },
    })
    for (const secret of [customer.email!, customer.phone!, 'Lovelace'])
      expect(delivery!.body).not.toContain(secret)
    expect(await row()).toMatchObject({ status: 'DELIVERED', provider_status: 'HTTP_200' })
  })

  it('has a separate type for every kind of change [6.2, 6.4]', async () => {
    const { application } = await listening()
    const { appointment, roster, customer } = await book(application)
    const { later, event: move } = moved(appointment, 1)
    const renamed = next(later, { title: 'New', metadata: { a: 1 } })
    const { active, event: activation } = activated(renamed)
    const { over, event: cancellation } = cancelled(active)
    const at = (version: number) => ({ ...roster, version })
    const appointmentId = appointment.id
    await service.publish(
      move,
      eventOf('APUpdatedEvent', { appointment: renamed, changed: ['metadata'] }),
      activation,
      eventOf('APReassignedEvent', { appointmentId, roster: at(2), previousOrganizerId: 'agent-1' }),
      eventOf('APParticipantStateChangedEvent', {
        appointmentId,
        roster: at(3),
        participantId: customer.id,
        state: 'JOINED',
      }),
      eventOf('APInteractionAcceptedEvent', { appointmentId, roster: at(4), participantId: 'agent-7' }),
      eventOf('APInteractionUpdatedEvent', { appointmentId, roster: at(5), requested: true }),
      eventOf('APInteractionUpdatedEvent', { appointmentId, roster: at(6), requested: false }),
      eventOf('APInteractionFailedEvent', {
        appointmentId,
        roster: at(7),
        systemMessage: 'internal',
        userMessage: 'Busy',
      }),
      eventOf('APOutcomeEvent', {
        appointment: next(active, { outcome: 'IN_PROGRESS' }),
        outcome: 'IN_PROGRESS',
      }),
      cancellation,
    )
    // webhooks about participants' states are delayed by a few seconds
    service.advance(5000)
    await service.quiet(appointmentId)
    const byType = new Map<string, WebhookPayload['data']>(
      payloads().map((payload) => [payload.type, payload.data]),
    )
    expect(
      payloads()
        .map(({ type }) => type)
        .sort(),
    ).toEqual([
      'appointment.cancelled',
      'appointment.created',
      'appointment.failed',
      'appointment.in_progress',
      'appointment.interaction.updated',
      'appointment.interaction.updated',
      'appointment.participant.updated',
      'appointment.reassigned',
      'appointment.rescheduled',
      'appointment.room_ready',
      'appointment.updated',
    ])
    for (const payload of payloads()) {
      const type = notificationTypes.find((one) => webhookEventNames[one] === payload.type)!
      expect(webhookPayloads[type].safeParse(payload).error).toBeUndefined()
    }
    const names = ['created', 'rescheduled', 'updated', 'room_ready', 'reassigned', 'failed', 'cancelled']
    const revisions = names.map((name) => byType.get(`appointment.${name}`)!.appointment.revision)
    expect(revisions).toEqual([...new Set(revisions)].sort((a, b) => a - b))
    expect(byType.get('appointment.rescheduled')?.previous).toMatchObject({ start: appointment.start })
    expect(byType.get('appointment.reassigned')?.previous).toEqual({
      organizer: { id: 'agent-1', type: 'AGENT' },
    })
    expect(byType.get('appointment.failed')?.userMessage).toBe('Busy')
    expect(byType.get('appointment.room_ready')?.appointment).not.toHaveProperty('room')
    expect(byType.get('appointment.room_ready')?.schedule).toEqual({
      scheduledFor: expect.any(String) as string,
    })
    expect(byType.get('appointment.cancelled')?.appointment).toMatchObject({
      state: 'CANCELLED',
      cancellation: { reason: 'The adviser is ill' },
    })
    expect(receiver.deliveries().every(({ verified }) => verified)).toBe(true)
    expect(JSON.stringify(payloads())).not.toContain('internal')
    expect(over.version).toBeGreaterThan(1)
  })

  it('includes the room and contacts only if the endpoint requests them', async () => {
    const { application } = await listening({ includeRoomUrl: true, includeContact: true })
    const { appointment, customer } = await book(application)
    await service.publish(activated(appointment).event)
    await service.quiet(appointment.id)
    const ready = payloads().find(({ type }) => type === 'appointment.room_ready')
    expect(ready?.data.appointment.room?.url).toBe('https://rooms.example/secret-room')
    expect(ready?.data.contacts).toEqual([
      expect.objectContaining({ id: customer.id, email: customer.email }),
    ])
  })

  it('is sent only to endpoints that subscribe to its type', async () => {
    const { application } = await listening({ events: ['CANCELLED'] })
    const { appointment } = await book(application)
    expect((await service.rowsOf(appointment.id)).filter(({ channel }) => channel === 'WEBHOOKS')).toEqual([])
    await service.publish(cancelled(appointment).event)
    await service.quiet(appointment.id)
    expect(payloads().map(({ type }) => type)).toEqual(['appointment.cancelled'])
  })

  it('prefers headers of the endpoint to those of the appointment, and its own headers to both', async () => {
    const { application, endpointId } = await listening()
    // only an older version could have stored these
    await service.pool.query('UPDATE webhook_endpoints SET headers = $2 WHERE id = $1', [
      endpointId,
      JSON.stringify({ Authorization: 'Bearer endpoint', 'Webhook-Id': 'forged', Connection: 'x-own' }),
    ])
    const { row } = await book(application, {
      appointment: {
        notificationHeaders: { authorization: 'Bearer appointment', 'x-own': 'kept', host: 'evil' },
      },
    })
    const { headers } = receiver.deliveries()[0]!
    expect(headers).toMatchObject({
      authorization: 'Bearer endpoint',
      'x-own': 'kept',
      'webhook-id': (await row()).id,
    })
    expect(headers.host).toMatch(/^127\.0\.0\.1/)
  })

  it('is retried under the same id with a new signature if the receiver fails', async () => {
    const { application } = await listening()
    receiver.script({ status: 500 }, { status: 503, headers: { 'retry-after': '3600' } })
    const { appointment, row } = await book(application)
    expect(await row()).toMatchObject({ status: 'PENDING', provider_status: 'HTTP_500', retry_count: 1 })
    service.advance(7000)
    await service.quiet(appointment.id)
    const waiting = await row()
    expect(waiting).toMatchObject({
      provider_status: 'HTTP_503',
      message: '503 Service Unavailable',
      retry_count: 2,
    })
    // the receiver asked for an hour, the maximum it may ask for
    expect(waiting.next_retry_at!.getTime() - service.clock.current.getTime()).toBe(3_600_000)
    service.advance(3_600_000)
    await service.quiet(appointment.id)
    expect(await row()).toMatchObject({ status: 'DELIVERED', retry_count: 2, attempt_no: 3 })
    const deliveries = receiver.deliveries()
    expect(deliveries.map(({ verified }) => verified)).toEqual([true, true, true])
    expect(new Set(deliveries.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(deliveries.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(3)
    expect(new Set(deliveries.map(({ body }) => body)).size).toBe(1)
    expect(deliveries.map(({ headers }) => headers['x-appointments-attempt'])).toEqual(['1', '2', '3'])
  })

  it('fails for good on a 410, which also disables the endpoint', async () => {
    const { application, endpointId } = await listening()
    receiver.script({ status: 410 })
    const { row } = await book(application)
    expect(await row()).toMatchObject({ status: 'FAILED', message: '410 Gone' })
    const { body } = await service.call('GET', `/api/v2/webhook-endpoints/${endpointId}`)
    expect(body.state).toBe('DISABLED')
    const second = await book(application)
    const silent = await second.row()
    expect(await service.storyOf(silent.id)).toEqual(['created', 'cancelled endpoint_disabled'])
    expect(receiver.deliveries()).toHaveLength(1)
  })

  it('follows no redirect, and tolerates endless responses', async () => {
    const { application } = await listening({ timeoutMs: 1000 })
    receiver.script({ status: 307, headers: { location: 'http://127.0.0.1:1/' } }, { does: 'endless body' })
    const first = await book(application)
    expect(await first.row()).toMatchObject({ status: 'PENDING', provider_status: 'HTTP_307' })
    const second = await book(application)
    expect(await second.row()).toMatchObject({ status: 'PENDING', retry_count: 1 })
    expect(receiver.deliveries()).toHaveLength(2)
  })

  it('times out if the receiver hangs', async () => {
    const { application } = await listening({ timeoutMs: 1000 })
    receiver.script({ does: 'hang' })
    const { row } = await book(application)
    expect(await row()).toMatchObject({
      status: 'PENDING',
      provider_status: 'ETIMEDOUT',
      message: 'timeout 1 s',
    })
  })

  it('records no outcome after its lease was lost, but keeps the attempt in its events', async () => {
    const { application } = await listening()
    receiver.script({ does: 'slow body', body: 'slowly', pauseMs: 100 })
    const { event, appointment } = scheduled(application)
    await service.publish(event)
    await receiver.waitFor(() => true)
    const { id } = await service.rowOf(appointment.id, 'CREATE', 'WEBHOOKS')
    await service.pool.query(`UPDATE notifications SET lease_token = 'another-replica' WHERE id = $1`, [id])
    await expect.poll(() => service.storyOf(id)).toEqual(['created', 'claimed', 'attempt'])
    expect(await service.rowOf(appointment.id, 'CREATE', 'WEBHOOKS')).toMatchObject({
      status: 'PENDING',
      lease_token: 'another-replica',
      attempt_no: 0,
    })
  })

  it('omits metadata that would make it too large', async () => {
    const { application } = await listening()
    await book(application, { appointment: { metadata: { big: 'x'.repeat(25_000) } } })
    expect(payloads()[0]?.data.appointment).toMatchObject({ truncated: true })
    expect(payloads()[0]?.data.appointment).not.toHaveProperty('metadata')
  })
})

describe('private addresses', () => {
  it.each([
    'http://127.0.0.1:9/',
    'https://user:secret@example.com/',
    'http://example.com/',
    'https://example.com:8443/',
  ])('rejects the registration of %s', async (url) => {
    receiver = await startWebhookReceiver()
    const strict = await runNotifications({
      env: { WEBHOOK_ALLOW_PRIVATE: 'false' },
      withSmtp: false,
      withTwilio: false,
    })
    try {
      const { status, body } = await strict.call('POST', '/api/v2/webhook-endpoints', {
        body: { applicationId: 'some', url },
      })
      expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED'])
    } finally {
      await strict.stop()
    }
  })

  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::ffff:127.0.0.1]/',
    'https://localhost/',
    'https://10.1.2.3/',
  ])('never calls %s', async (url) => {
    receiver = await startWebhookReceiver()
    const strict = await runNotifications({
      env: { WEBHOOK_ALLOW_PRIVATE: 'false' },
      withSmtp: false,
      withTwilio: false,
    })
    try {
      const application = await strict.know(anApplication())
      const { status } = await strict.call('POST', '/api/v2/webhook-endpoints', {
        body: { applicationId: application.id, url },
      })
      expect(status).toBe(201)
      const { event, appointment } = scheduled(application)
      await strict.publish(event)
      await strict.quiet(appointment.id)
      expect(await strict.rowOf(appointment.id, 'CREATE', 'WEBHOOKS')).toMatchObject({
        status: 'FAILED',
        provider_status: 'BLOCKED_ADDRESS',
      })
    } finally {
      await strict.stop()
    }
  })
})
