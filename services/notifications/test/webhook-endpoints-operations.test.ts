import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import {
  webhookPing,
  type Application,
  type Caller,
  type webhookEndpoint,
  type WebhookPayload,
} from '@appointments/contracts'
import { KEEP_HEADER, SUBJECT_HEADER } from '@appointments/http'
import { newId } from '@appointments/runtime'
import type { WebhookDelivery, WebhookReceiver } from '@appointments/testing'
import {
  aCaller,
  anApplication,
  cancelled,
  DAY_MS,
  HOUR_MS,
  moved,
  next,
  scheduled,
  eventOf,
} from './builders.ts'
import { runNotifications, type Running } from './running-service.ts'

let service: Running
let receiver: WebhookReceiver
beforeAll(async () => {
  service = await runNotifications({ withSmtp: false, withTwilio: false })
})
afterAll(() => service.stop())

const BASE = '/api/v2/webhook-endpoints'
const caller: Caller = { roles: ['ROLE_CLIENT_SERVICE'] }

/** Response bodies of the operations on one endpoint. */
interface OperationBody {
  secret: string
  deliveryId: string
  count: number
  attempts: number
}

const post = async (path: string, body?: unknown, more: { key?: string; caller?: Caller } = {}) => {
  const response = await service.call('POST', `${BASE}/${path}`, { caller, body, ...more })
  return { ...response, body: response.body as typeof response.body & OperationBody }
}
const stateOf = async (id: string) => (await service.call('GET', `${BASE}/${id}`, { caller })).body.state
const listOf = async (id: string, query = '') =>
  (await service.call('GET', `${BASE}/${id}/deliveries${query}`, { caller })).body

/** An application with one endpoint whose receiver accepts everything; tests verify the signatures. */
async function listening(endpoint: Record<string, unknown> = {}, application: Application = anApplication()) {
  await service.know(application)
  const made = await service.listen(application.id, endpoint)
  receiver = made.receiver
  return { application, ...made }
}

/** An application that plans a webhook a day before the start of each appointment. */
const withReminder = () =>
  anApplication({ schedules: [{ type: 'REMINDER', offset: 'PT24H', channels: ['WEBHOOKS'] }] })

async function book(application: Application) {
  const made = await service.book(application)
  return { ...made, row: () => service.rowOf(made.appointment.id, 'CREATE', 'WEBHOOKS') }
}

/** Schedules another appointment and returns the webhook about it. */
async function another(application: Application): Promise<WebhookDelivery> {
  await book(application)
  return receiver.deliveries().at(-1)!
}

/** Whether the standard library verifies a signature of the secret, at the time the delivery was signed. */
function holds({ headers, body }: WebhookDelivery, secret: string): boolean {
  vi.useFakeTimers({ toFake: ['Date'], now: Number(headers['webhook-timestamp']) * 1000 })
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch (error) {
    expect(error).toBeInstanceOf(WebhookVerificationError)
    return false
  } finally {
    vi.useRealTimers()
  }
}

const signatures = ({ headers }: WebhookDelivery) => headers['webhook-signature']!.split(' ').length

describe('rotating the secret', () => {
  it('signs with both secrets during the grace period, the new one first', async () => {
    const { application, id, secret: before } = await listening()
    const { status, body } = await post(`${id}/rotate-secret`, { gracePeriod: 'PT1H' })
    expect([status, Object.keys(body)]).toEqual([200, ['secret']])
    expect(body.secret).not.toBe(before)

    const during = await another(application)
    expect([holds(during, before), holds(during, body.secret), signatures(during)]).toEqual([true, true, 2])
    const [first] = during.headers['webhook-signature']!.split(' ')
    expect(
      holds({ ...during, headers: { ...during.headers, 'webhook-signature': first! } }, body.secret),
    ).toBe(true)

    service.advance(HOUR_MS)
    const after = await another(application)
    expect([holds(after, before), holds(after, body.secret), signatures(after)]).toEqual([false, true, 1])
  })

  it('uses a default grace period of one day, and no grace period if it is zero', async () => {
    const { application, id, secret: first } = await listening()
    const { body: second } = await post(`${id}/rotate-secret`)
    service.advance(DAY_MS - 1000)
    expect(holds(await another(application), first)).toBe(true)
    const { body: third } = await post(`${id}/rotate-secret`, { gracePeriod: 'P0D' })
    const delivery = await another(application)
    expect([first, second.secret, third.secret].map((secret) => holds(delivery, secret))).toEqual([
      false,
      false,
      true,
    ])
  })

  it.each(['PT0S', 'P0D'])(
    'without a grace period (%s) revokes every older secret [H5.15]',
    async (gracePeriod) => {
      const { application, id, secret: first } = await listening()
      const { body: second } = await post(`${id}/rotate-secret`, { gracePeriod: 'P7D' })
      const { body: third } = await post(`${id}/rotate-secret`, { gracePeriod })
      const delivery = await another(application)
      expect([first, second.secret, third.secret].map((secret) => holds(delivery, secret))).toEqual([
        false,
        false,
        true,
      ])
      expect(signatures(delivery)).toBe(1)
    },
  )

  it('shows in the endpoint how many secrets sign, and until when [H5.15]', async () => {
    const { id, settings } = await listening()
    const shown = async () =>
      (
        (await service.call('GET', `${BASE}/${id}`, { caller })).body as unknown as z.infer<
          typeof webhookEndpoint
        >
      ).signingSecrets
    const inHours = (hours: number) =>
      new Date(service.clock.current.getTime() + hours * HOUR_MS).toISOString().replace('.000', '')
    expect(await shown()).toEqual([{ current: true }])
    await post(`${id}/rotate-secret`, { gracePeriod: 'PT2H' })
    await post(`${id}/rotate-secret`, { gracePeriod: 'PT1H' })
    expect(await shown()).toEqual([
      { current: true },
      { current: false, until: inHours(1) },
      { current: false, until: inHours(2) },
    ])
    service.advance(HOUR_MS)
    expect(await shown()).toEqual([{ current: true }, { current: false, until: inHours(1) }])
    await service.call('PUT', `${BASE}/${id}`, { caller, body: { ...settings, signature: 'v1a' } })
    expect(await shown()).toEqual([])
  })

  it('keeps up to five replaced secrets, sealed, and shows none', async () => {
    const { application, settings, id, secret } = await listening()
    const secrets = [secret]
    for (let index = 0; index < 6; index += 1)
      secrets.push((await post(`${id}/rotate-secret`, { gracePeriod: 'P7D' })).body.secret)
    // saving settings keeps the replaced secrets
    await service.call('PUT', `${BASE}/${id}`, { caller, body: settings })
    const delivery = await another(application)
    expect(secrets.map((one) => holds(delivery, one))).toEqual([false, ...Array<boolean>(6).fill(true)])
    const { text } = await service.call('GET', `${BASE}/${id}`, { caller })
    expect(text).not.toMatch(/whsec|sealed/i)
    for (const one of secrets) expect(text).not.toContain(one.replace('whsec_', ''))
    const { rows } = await service.pool.query('SELECT * FROM webhook_endpoints')
    for (const one of secrets) expect(JSON.stringify(rows)).not.toContain(one.replace('whsec_', ''))
  })

  it('is done once for an idempotency key, and stores no secret with the response', async () => {
    const { application, id } = await listening()
    const key = newId()
    const first = await post(`${id}/rotate-secret`, undefined, { key })
    const second = await post(`${id}/rotate-secret`, undefined, { key })
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(signatures(await another(application))).toBe(2)
    const { rows } = await service.pool.query('SELECT * FROM idempotent_requests')
    expect(JSON.stringify(rows)).not.toContain(first.body.secret)
  })

  it('sends no header that would let the gateway store a response with a secret', async () => {
    const { settings, id } = await listening()
    const responses = [
      await service.call('POST', BASE, { caller, key: newId(), body: settings }),
      await post(`${id}/rotate-secret`, undefined, { key: newId() }),
    ]
    for (const { body, headers } of responses)
      expect([body.secret.slice(0, 6), headers.get(SUBJECT_HEADER), headers.get(KEEP_HEADER)]).toEqual([
        'whsec_',
        null,
        null,
      ])
  })
})

describe('testing an endpoint', () => {
  it('sends a signed ping immediately and returns the outcome', async () => {
    const { application, id, secret } = await listening({ headers: { 'X-Tenant': 'north' } })
    receiver.script({ status: 204 })
    const { status, body } = await post(`${id}/test`)
    expect([status, body]).toEqual([
      200,
      { deliveryId: expect.any(String) as string, status: 'DELIVERED', providerStatus: 'HTTP_204' },
    ])
    const [ping] = receiver.deliveries()
    expect(holds(ping!, secret)).toBe(true)
    expect(ping!.headers).toMatchObject({ 'webhook-id': body.deliveryId, 'x-tenant': 'north' })
    expect(webhookPing.parse(JSON.parse(ping!.body))).toMatchObject({
      type: 'webhook.ping',
      data: { endpointId: id, applicationId: application.id },
    })
    expect((await listOf(id)).total).toBe(0)
  })

  it('reports a failure, does not retry, and updates the state of the endpoint', async () => {
    const { id } = await listening()
    receiver.script({ status: 500 })
    expect((await post(`${id}/test`)).body).toMatchObject({
      status: 'FAILED',
      providerStatus: 'HTTP_500',
      message: '500 Internal Server Error',
    })
    expect(await stateOf(id)).toBe('FAILING')
    service.advance(HOUR_MS)
    expect(receiver.deliveries()).toHaveLength(1)
    await post(`${id}/test`)
    expect(await stateOf(id)).toBe('ACTIVE')
    receiver.script({ status: 410 })
    await post(`${id}/test`)
    expect(await stateOf(id)).toBe('DISABLED')
    expect((await post(`${id}/test`)).body.status).toBe('DELIVERED')
    expect(await stateOf(id)).toBe('DISABLED')
  })

  it('times out if the receiver hangs, and sends once for an idempotency key', async () => {
    const { id } = await listening({ timeoutMs: 1000 })
    receiver.script({ does: 'hang' })
    const key = newId()
    const first = await post(`${id}/test`, undefined, { key })
    expect(first.body).toMatchObject({
      status: 'FAILED',
      providerStatus: 'ETIMEDOUT',
      message: 'timeout 1 s',
    })
    expect((await post(`${id}/test`, undefined, { key })).body).toEqual(first.body)
    expect(receiver.deliveries()).toHaveLength(1)
  })
})

describe('concurrent tests', () => {
  it('are limited to two for each application, independent of webhooks and other applications [H2.1] [H9.6]', async () => {
    const { application, id } = await listening({ timeoutMs: 2000 })
    const neighbour = await service.know(anApplication())
    const { body: other } = await service.call('POST', BASE, {
      caller,
      body: { applicationId: neighbour.id, url: `${receiver.url}/neighbour` },
    })
    // five webhooks in flight use up the endpoint's limit, and would open its circuit
    receiver.script({ does: 'hang', path: '/hooks', times: 100 })
    for (let booking = 0; booking < 5; booking += 1) await service.publish(scheduled(application).event)
    await expect.poll(() => receiver.deliveries().length).toBe(5)

    const tests = Array.from({ length: 9 }, () => post(`${id}/test`))
    const rejected = await Promise.any(
      tests.map(async (test) =>
        (await test).status === 429 ? test : Promise.reject(new Error('not rejected')),
      ),
    )
    expect(rejected.body).toMatchObject({ code: 'RATE_LIMITED', status: 429 })
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await post(`${other.id}/test`)).body.status).toBe('DELIVERED')
    const responses = await Promise.all(tests)
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, ...Array<number>(7).fill(429)])
    for (const { body } of responses.filter(({ status }) => status === 200))
      expect(body).toMatchObject({ status: 'FAILED', providerStatus: 'ETIMEDOUT' })
    expect((await post(`${id}/test`)).status).toBe(200)
  })
})

describe('testing an address that may not be called', () => {
  it('responds the same for a name that resolves to a private address and for an unknown one [H8]', async () => {
    const strict = await runNotifications({
      env: { WEBHOOK_ALLOW_PRIVATE: 'false' },
      withSmtp: false,
      withTwilio: false,
    })
    try {
      const outcomes = []
      for (const host of ['localhost', 'no-such-name.invalid']) {
        const made = await strict.call('POST', BASE, {
          caller,
          body: { applicationId: 'some', url: `https://${host}/` },
        })
        const { body } = await strict.call('POST', `${BASE}/${made.body.id}/test`, { caller })
        const { deliveryId: _, ...outcome } = body as typeof body & OperationBody
        outcomes.push(outcome)
      }
      expect(outcomes[0]).toEqual({
        status: 'FAILED',
        providerStatus: 'BLOCKED_ADDRESS',
        message: 'the name resolves to no address that webhooks may be sent to',
      })
      expect(outcomes[1]).toEqual(outcomes[0])
    } finally {
      await strict.stop()
    }
  })

  it('sends no request', async () => {
    const strict = await runNotifications({
      env: { WEBHOOK_ALLOW_PRIVATE: 'false' },
      withSmtp: false,
      withTwilio: false,
    })
    try {
      const made = await strict.call('POST', BASE, {
        caller,
        body: { applicationId: 'some', url: 'https://127.0.0.1/' },
      })
      const { status, body } = await strict.call('POST', `${BASE}/${made.body.id}/test`, { caller })
      expect([status, body]).toMatchObject([200, { status: 'FAILED', providerStatus: 'BLOCKED_ADDRESS' }])
    } finally {
      await strict.stop()
    }
  })
})

describe('deliveries of an endpoint', () => {
  it('are listed in pages, filtered by type and status, without those of other endpoints', async () => {
    const { application, id } = await listening()
    receiver.script({ status: 503 })
    const { appointment } = await book(application)
    const { event } = moved(appointment, 1)
    service.advance(1000)
    await service.publish(event)
    await service.quiet(appointment.id)
    const other = await service.call('POST', BASE, {
      caller,
      body: { applicationId: application.id, url: `${receiver.url}/other` },
    })
    expect((await listOf(other.body.id)).content).toEqual([])

    const { content, total } = await listOf(id)
    expect([total, content.map(({ type, status }) => `${type} ${status}`)]).toEqual([
      2,
      ['RESCHEDULE DELIVERED', 'CREATE PENDING'],
    ])
    const row = await service.rowOf(appointment.id, 'CREATE', 'WEBHOOKS')
    expect(content[1]).toEqual({
      id: row.id,
      appointmentId: appointment.id,
      type: 'CREATE',
      status: 'PENDING',
      providerStatus: 'HTTP_503',
      message: '503 Service Unavailable',
      attempts: 1,
      nextRetryAt: expect.any(String) as string,
      createdAt: expect.any(String) as string,
      updatedAt: expect.any(String) as string,
    })
    const typesOf = async (query: string) => (await listOf(id, query)).content.map(({ type }) => type)
    expect(await typesOf('?status=delivered')).toEqual(['RESCHEDULE'])
    expect(await typesOf('?type=CREATE,REMINDER')).toEqual(['CREATE'])
    expect(await typesOf('?sortField=createdAt&sortOrder=asc&pageSize=1&pageNumber=2')).toEqual([
      'RESCHEDULE',
    ])
  })

  it('are hidden once their appointment is removed', async () => {
    const { application, id } = await listening()
    const { appointment, row } = await book(application)
    const { id: deliveryId } = await row()
    receiver.script({ status: 503 })
    // the last webhook waits for its retry and still holds the data to be erased
    await service.publish(eventOf('APRemovedEvent', { appointment: next(appointment) }))
    expect((await listOf(id)).content).toEqual([])
    expect((await post(`${id}/deliveries/${deliveryId}/redeliver`)).body.code).toBe('NOTIFICATION_NOT_FOUND')
  })
})

describe('redelivering a webhook', () => {
  it('sends the same webhook again with a new signature, whatever its status [H5.15] [H9.7]', async () => {
    const { application, id, secret } = await listening()
    const { appointment, row } = await book(application)
    const { id: deliveryId } = await row()
    // the appointment is over, which must not prevent a redelivery
    await service.publish(cancelled(appointment).event)
    await service.quiet(appointment.id)
    service.advance(30 * DAY_MS)
    receiver.clear()
    receiver.script({ status: 500 })

    const { status, body } = await post(`${id}/deliveries/${deliveryId}/redeliver`)
    expect([status, body]).toMatchObject([202, { id: deliveryId, status: 'PENDING', attempts: 1 }])
    await service.quiet(appointment.id)
    expect(await row()).toMatchObject({ status: 'PENDING', retry_count: 2, provider_status: 'HTTP_500' })
    service.advance(10_000)
    await service.quiet(appointment.id)
    expect(await row()).toMatchObject({ status: 'DELIVERED', attempt_no: 3 })
    const deliveries = receiver.deliveries()
    expect(deliveries.map(({ headers }) => headers['webhook-id'])).toEqual([deliveryId, deliveryId])
    expect(new Set(deliveries.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(2)
    expect(deliveries.map((delivery) => holds(delivery, secret))).toEqual([true, true])
    expect((JSON.parse(deliveries[0]!.body) as WebhookPayload).type).toBe('appointment.created')
    expect(await service.storyOf(deliveryId)).toEqual([
      'created',
      'claimed',
      'attempt',
      'delivered',
      'redelivery_requested',
      'claimed',
      'attempt',
      'retry_scheduled',
      'claimed',
      'attempt',
      'delivered',
    ])
  })

  it('continues after its appointment has moved [H5.15]', async () => {
    const schedules = [{ type: 'REMINDER' as const, offset: 'PT24H', channels: ['WEBHOOKS' as const] }]
    const { application, id } = await listening({}, anApplication({ schedules }))
    const { appointment } = await book(application)
    const { id: deliveryId } = await service.rowOf(appointment.id, 'REMINDER', 'WEBHOOKS')
    const status = async () =>
      (await service.rowsOf(appointment.id)).find((row) => row.id === deliveryId)!.status
    service.advance(2 * DAY_MS + 1000)
    await service.quiet(appointment.id)
    expect(await status()).toBe('DELIVERED')
    receiver.script({ status: 500 })
    expect((await post(`${id}/deliveries/${deliveryId}/redeliver`)).status).toBe(202)
    await service.quiet(appointment.id)
    await service.publish(moved(appointment, 1).event)
    expect(await status()).toBe('PENDING')
    service.advance(10_000)
    await service.quiet(appointment.id)
    expect(await status()).toBe('DELIVERED')
  })

  it('is rejected while the webhook is in flight or the endpoint is disabled', async () => {
    const { application, settings, id } = await listening()
    receiver.script({ does: 'slow body', body: 'slowly', pauseMs: 200 })
    const made = scheduled(application)
    await service.publish(made.event)
    await receiver.waitFor(() => true)
    const { id: deliveryId } = await service.rowOf(made.appointment.id, 'CREATE', 'WEBHOOKS')
    const path = `${id}/deliveries/${deliveryId}/redeliver`
    const inFlight = await post(path)
    expect([inFlight.status, inFlight.body.code]).toEqual([409, 'NOT_RETRYABLE'])
    await service.quiet(made.appointment.id)
    expect((await post(path)).status).toBe(202)
    await service.quiet(made.appointment.id)

    await service.call('PUT', `${BASE}/${id}`, { caller, body: { ...settings, enabled: false } })
    expect((await post(path)).body.code).toBe('NOT_RETRYABLE')
    expect(
      (await post(`${id}/replay`, { from: '2027-01-01T00:00:00Z', to: '2028-01-01T00:00:00Z' })).status,
    ).toBe(409)
    expect((await post(`${id}/deliveries/ntf_nobody/redeliver`)).body.code).toBe('NOTIFICATION_NOT_FOUND')
  })
})

describe('replaying a period', () => {
  const period = () => ({
    from: new Date(service.clock.current.getTime() - HOUR_MS / 2).toISOString(),
    to: new Date(service.clock.current.getTime() + HOUR_MS / 2).toISOString(),
  })

  it('sends the webhooks recorded in the period again, and no others', async () => {
    const { application, id } = await listening()
    await book(application)
    service.advance(HOUR_MS)
    const made = [await book(application), await book(application)]
    const during = period()
    service.advance(HOUR_MS)
    await book(application)
    receiver.clear()
    const { status, body } = await post(`${id}/replay`, during)
    expect([status, body]).toEqual([202, { count: 2 }])
    for (const { appointment } of made) await service.quiet(appointment.id)
    const ids = await Promise.all(made.map(async ({ row }) => (await row()).id))
    expect(
      receiver
        .deliveries()
        .map(({ headers }) => headers['webhook-id'])
        .sort(),
    ).toEqual(ids.sort())
    expect((await post(`${id}/replay`, { ...during, onlyFailed: true })).body).toEqual({ count: 0 })
  })

  it('sends many webhooks in batches', async () => {
    const { application, id } = await listening()
    const { appointment, row } = await book(application)
    await service.pool.query(
      `INSERT INTO notifications
       SELECT (jsonb_populate_record(n, jsonb_build_object('id', n.id || place, 'source_event_id', place))).*
       FROM notifications n, generate_series(1, 119) place WHERE n.id = $1`,
      [(await row()).id],
    )
    receiver.clear()
    expect((await post(`${id}/replay`, period())).body).toEqual({ count: 120 })
    await service.quiet(appointment.id)
    expect(receiver.deliveries()).toHaveLength(100)
    service.advance(5000)
    await service.quiet(appointment.id)
    expect(receiver.deliveries()).toHaveLength(120)
  })

  it('includes events that arrived too late to be sent', async () => {
    const { application, id } = await listening()
    const { event, appointment } = scheduled(application)
    const time = new Date(service.clock.current.getTime() - 14 * DAY_MS).toISOString()
    await service.publish({ ...event, time })
    await service.quiet(appointment.id)
    const row = () => service.rowOf(appointment.id, 'CREATE', 'WEBHOOKS')
    expect(await service.storyOf((await row()).id)).toEqual(['created', 'cancelled missed_window'])
    expect((await post(`${id}/replay`, period())).body.count).toBe(1)
    await service.quiet(appointment.id)
    expect((await row()).status).toBe('DELIVERED')
  })

  it('includes webhooks that a disabled endpoint missed', async () => {
    const { application, settings, id } = await listening()
    service.advance(2 * HOUR_MS)
    receiver.script({ status: 410 })
    const first = await book(application)
    expect([(await first.row()).status, await stateOf(id)]).toEqual(['FAILED', 'DISABLED'])
    const second = await book(application)
    const missed = await second.row()
    expect([missed.status, await service.storyOf(missed.id)]).toEqual([
      'CANCELLED',
      ['created', 'cancelled endpoint_disabled'],
    ])
    await service.call('PUT', `${BASE}/${id}`, { caller, body: settings })
    expect(await stateOf(id)).toBe('ACTIVE')
    expect((await post(`${id}/replay`, { ...period(), onlyFailed: true })).body).toEqual({ count: 2 })
    for (const { appointment } of [first, second]) await service.quiet(appointment.id)
    expect([(await first.row()).status, (await second.row()).status]).toEqual(['DELIVERED', 'DELIVERED'])
  })

  it('restores planned webhooks at their planned time if they are not due yet', async () => {
    const schedules = [{ type: 'REMINDER' as const, offset: 'PT24H', channels: ['WEBHOOKS' as const] }]
    const { application, settings, id } = await listening({ enabled: false }, anApplication({ schedules }))
    const start = new Date(service.clock.current.getTime() + 3 * DAY_MS).toISOString()
    const end = new Date(service.clock.current.getTime() + 3 * DAY_MS + HOUR_MS).toISOString()
    const made = scheduled(application, { appointment: { start, end, duration: 'PT1H' } })
    await service.publish(made.event)
    const reminder = () => service.rowOf(made.appointment.id, 'REMINDER', 'WEBHOOKS')
    expect((await reminder()).status).toBe('CANCELLED')
    await service.call('PUT', `${BASE}/${id}`, { caller, body: { ...settings, enabled: true } })
    expect((await post(`${id}/replay`, period())).body).toEqual({ count: 2 })
    await service.quiet(made.appointment.id)
    const waiting = await reminder()
    expect([waiting.status, waiting.due_at]).toEqual(['INITIALIZED', waiting.scheduled_for])
    service.advance(2 * DAY_MS)
    await service.quiet(made.appointment.id)
    expect((await reminder()).status).toBe('DELIVERED')
  })

  it('includes planned webhooks that fell due in the period, whenever they were recorded', async () => {
    const { application, settings, id } = await listening({}, withReminder())
    const { appointment } = await book(application)
    await service.call('PUT', `${BASE}/${id}`, { caller, body: { ...settings, enabled: false } })
    service.advance(2 * DAY_MS)
    await service.quiet(appointment.id)
    const reminder = () => service.rowOf(appointment.id, 'REMINDER', 'WEBHOOKS')
    const missed = await reminder()
    expect(await service.storyOf(missed.id)).toContain('cancelled endpoint_disabled')
    await service.call('PUT', `${BASE}/${id}`, { caller, body: settings })
    expect((await post(`${id}/replay`, period())).body).toEqual({ count: 1 })
    await service.quiet(appointment.id)
    expect((await reminder()).status).toBe('DELIVERED')
  })
})

describe('webhooks that are planned for later', () => {
  it('are sent if their endpoint was disabled only for a while', async () => {
    const { application, settings, id } = await listening({}, withReminder())
    const { appointment } = await book(application)
    receiver.script({ status: 410 })
    await post(`${id}/test`)
    expect(await stateOf(id)).toBe('DISABLED')
    await service.call('PUT', `${BASE}/${id}`, { caller, body: settings })
    service.advance(2 * DAY_MS)
    await service.quiet(appointment.id)
    expect((await service.rowOf(appointment.id, 'REMINDER', 'WEBHOOKS')).status).toBe('DELIVERED')
  })

  it('are cancelled if their endpoint no longer takes their event', async () => {
    const { application, settings, id } = await listening({}, withReminder())
    const { appointment } = await book(application)
    const body = { ...settings, events: ['appointment.created'] }
    await service.call('PUT', `${BASE}/${id}`, { caller, body })
    service.advance(2 * DAY_MS)
    await service.quiet(appointment.id)
    const reminder = await service.rowOf(appointment.id, 'REMINDER', 'WEBHOOKS')
    expect(await service.storyOf(reminder.id)).toEqual(['created', 'claimed', 'cancelled channel_disabled'])
    expect(receiver.deliveries()).toHaveLength(1)
  })
})

describe('an endpoint that is switched off', () => {
  it('gets cancelled records with the reason', async () => {
    const { application, id } = await listening({ enabled: false })
    const { row } = await book(application)
    const { id: deliveryId } = await row()
    expect(await service.storyOf(deliveryId)).toEqual(['created', 'cancelled endpoint_disabled'])
    expect((await listOf(id)).content[0]).toMatchObject({
      id: deliveryId,
      status: 'CANCELLED',
      message: 'the endpoint is disabled',
      reason: 'endpoint_disabled',
      attempts: 0,
    })
    expect(receiver.deliveries()).toEqual([])
  })
})

describe('operations on an endpoint', () => {
  const operations = [
    ['POST', 'rotate-secret', {}],
    ['POST', 'test', undefined],
    ['GET', 'deliveries', undefined],
    ['POST', 'deliveries/ntf_1/redeliver', undefined],
    ['POST', 'replay', { from: '2027-01-01T00:00:00Z', to: '2027-01-02T00:00:00Z' }],
  ] as const

  it('are available to its organization only', async () => {
    const organizationId = `org-${newId()}`
    const { id } = await listening({}, anApplication({}, { organizationId }))
    const stranger = aCaller({ organizationId: 'org-other' })
    for (const [method, path, body] of operations) {
      const response = await service.call(method, `${BASE}/${id}/${path}`, { caller: stranger, body })
      expect([path, response.status, response.body.code]).toEqual([path, 404, 'WEBHOOK_ENDPOINT_NOT_FOUND'])
      const own = await service.call(method, `${BASE}/${id}/${path}`, {
        caller: aCaller({ organizationId }),
        body,
      })
      expect([path, own.body.code]).not.toEqual([path, 'WEBHOOK_ENDPOINT_NOT_FOUND'])
    }
    expect(receiver.deliveries()).toHaveLength(1)
  })

  it.each([
    ['POST', 'rotate-secret', { gracePeriod: 'P8D' }, ['/gracePeriod DURATION_OUT_OF_RANGE']],
    [
      'POST',
      'rotate-secret',
      { gracePeriod: 'soon', surprise: 1 },
      ['/gracePeriod INVALID_FORMAT', '/surprise UNKNOWN_FIELD'],
    ],
    [
      'POST',
      'replay',
      { from: 'then', onlyFailed: 'yes' },
      ['/from INVALID_INSTANT', '/onlyFailed INVALID_TYPE', '/to REQUIRED'],
    ],
    ['POST', 'replay', { from: '2027-01-02T00:00:00Z', to: '2027-01-02T00:00:00Z' }, ['/to INVALID_RANGE']],
    [
      'GET',
      'deliveries?status=lost&type=created&sortField=status&pageSize=0',
      undefined,
      ['pageSize', 'sortField', 'status', 'type'],
    ],
  ])('%s %s with %j reports every fault', async (method, path, body, faults) => {
    const { id } = await listening()
    const { status, body: problem } = await service.call(method, `${BASE}/${id}/${path}`, { caller, body })
    expect(status).toBe(400)
    expect(
      problem.errors
        .map(({ pointer, parameter, code }) => (pointer === undefined ? parameter : `${pointer} ${code}`))
        .sort(),
    ).toEqual(faults)
  })
})
