import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { webhookDeliveryDetail, webhookSecrets, type Application, type Caller } from '@appointments/contracts'
import {
  aCaller,
  anApplication,
  aRoster,
  aCustomer,
  DAY_MS,
  eventOf,
  HOUR_MS,
  scheduled,
} from './builders.ts'
import { runNotifications, type Running } from './running-service.ts'

let service: Running
beforeAll(async () => {
  service = await runNotifications({ withSmtp: false, withTwilio: false })
})
afterAll(() => service.stop())

const BASE = '/api/v2/webhook-endpoints'
const machine: Caller = { roles: ['ROLE_CLIENT_SERVICE'] }

async function listening(endpoint: Record<string, unknown> = {}, organizationId?: string) {
  const application = await service.know(
    anApplication({}, organizationId === undefined ? {} : { organizationId }),
  )
  return { application, ...(await service.listen(application.id, endpoint)) }
}

async function book(application: Application, notificationHeaders: Record<string, string> = {}) {
  const made = await service.book(application, { appointment: { notificationHeaders } })
  return { ...made, row: await service.rowOf(made.appointment.id, 'CREATE', 'WEBHOOKS') }
}

/** The event that removes the customer of an appointment; another one joins. */
const removal = ({
  appointment,
  customer,
  roster,
}: Pick<ReturnType<typeof scheduled>, 'appointment' | 'customer' | 'roster'>) =>
  eventOf('APParticipantRemovedEvent', {
    appointmentId: appointment.id,
    roster: aRoster([aCustomer()], { version: roster.version + 1 }),
    participantId: customer.id,
    participantType: 'CUSTOMER',
  })

const detailOf = async (id: string, deliveryId: string, caller: Caller = aCaller()) => {
  const response = await service.call('GET', `${BASE}/${id}/deliveries/${deliveryId}`, { caller })
  return {
    ...response,
    body: response.body as unknown as z.infer<typeof webhookDeliveryDetail> & { code: string },
  }
}

describe('a delivery', () => {
  it('shows its request without secrets, and every attempt with its response', async () => {
    const { application, id, secret, receiver } = await listening({
      headers: { 'x-tenant': 'a secret of the receiver' },
      includeContact: true,
    })
    receiver.script({ status: 503, body: 'down for maintenance' })
    const { row, appointment } = await book(application, {
      'x-source': 'portal',
      authorization: 'Bearer of the caller',
    })
    service.advance(60_000)
    await service.quiet(appointment.id)
    const { status, body, text } = await detailOf(id, row.id)
    expect(status).toBe(200)
    expect(webhookDeliveryDetail.parse(body)).toEqual(body)
    expect(body).toMatchObject({
      id: row.id,
      appointmentId: appointment.id,
      type: 'CREATE',
      status: 'DELIVERED',
    })
    const [first, second] = receiver.deliveries()
    expect(body.request!.body).toBe(second!.body)
    expect(first!.body).toBe(second!.body)
    expect(body.request!.headers).toMatchObject({
      'x-tenant': '********',
      'x-source': 'portal',
      authorization: '********',
      'webhook-id': row.id,
      'webhook-signature': second!.headers['webhook-signature'],
      'x-appointments-attempt': '2',
    })
    expect(text).not.toContain('a secret of the receiver')
    expect(text).not.toContain('Bearer of the caller')
    expect(text).not.toContain(secret)
    expect(body.attempts).toEqual([
      {
        attempt: 1,
        at: expect.any(String) as string,
        durationMs: expect.any(Number) as number,
        status: 503,
        response: 'down for maintenance',
      },
      expect.objectContaining({ attempt: 2, status: 200 }),
    ])
    const { rows } = await service.pool.query('SELECT content FROM message_contents')
    expect(JSON.stringify(rows)).not.toContain('a secret of the receiver')
  })

  it('shows why an attempt got no response', async () => {
    const { application, id } = await listening({ url: 'http://127.0.0.1:9/hooks' })
    const { row } = await book(application)
    const { body } = await detailOf(id, row.id)
    expect(body.attempts).toEqual([
      {
        attempt: 1,
        at: expect.any(String) as string,
        durationMs: expect.any(Number) as number,
        error: expect.any(String) as string,
      },
    ])
  })

  it('shows responses to supervisors only', async () => {
    const { application, id } = await listening()
    const { row } = await book(application)
    const { body } = await detailOf(id, row.id, machine)
    expect(body.attempts).toHaveLength(1)
    expect(body.attempts[0]).not.toHaveProperty('response')
  })

  it('of another endpoint or organization is not found', async () => {
    const { application, id } = await listening({}, 'org-1')
    const { row } = await book(application)
    const unknown = await detailOf(id, 'ntf_unknown', aCaller({ organizationId: 'org-1' }))
    expect([unknown.status, unknown.body.code]).toEqual([404, 'NOTIFICATION_NOT_FOUND'])
    const foreign = await detailOf(id, row.id, aCaller({ organizationId: 'org-2' }))
    expect([foreign.status, foreign.body.code]).toEqual([404, 'WEBHOOK_ENDPOINT_NOT_FOUND'])
    const other = await listening({}, 'org-1')
    const misplaced = await detailOf(other.id, row.id, aCaller({ organizationId: 'org-1' }))
    expect(misplaced.body.code).toBe('NOTIFICATION_NOT_FOUND')
  })

  it('loses the responses of receivers when a customer is removed, because they may quote the customer', async () => {
    const { application, id, receiver } = await listening({ includeContact: true })
    receiver.script({ status: 500, body: 'no room for Ada' })
    const { row, appointment, customer, roster } = await book(application)
    await service.publish(removal({ appointment, customer, roster }))
    const { body, text } = await detailOf(id, row.id)
    expect(body.attempts[0]).toMatchObject({ attempt: 1, status: 500 })
    expect(body.attempts[0]).not.toHaveProperty('response')
    expect(text).not.toContain('Ada')
  })

  it('keeps no data of a customer who is removed while the webhook is being sent', async () => {
    const { application, id, receiver } = await listening({ includeContact: true })
    receiver.script({ status: 500, does: 'slow body', body: 'no room for Ada' })
    const made = scheduled(application, { appointment: service.slot() })
    await service.publish(made.event)
    const { body: sent } = await receiver.waitFor(() => true)
    expect(sent).toContain('Ada')
    await service.publish(removal(made))
    await service.quiet(made.appointment.id)
    const row = await service.rowOf(made.appointment.id, 'CREATE', 'WEBHOOKS')
    const { body, text } = await detailOf(id, row.id)
    expect(body.attempts).toEqual([
      {
        attempt: 1,
        at: expect.any(String) as string,
        durationMs: expect.any(Number) as number,
        status: 500,
      },
    ])
    expect(body).not.toHaveProperty('request')
    expect(text).not.toContain('Ada')
  })

  it('loses the data of a customer who is removed by an older release, which does not store attempts', async () => {
    const { application, id, receiver } = await listening({ includeContact: true })
    receiver.script({ status: 500, body: 'no room for Ada' })
    const { row, customer } = await book(application)
    expect((await detailOf(id, row.id)).text).toContain('Ada')
    await service.pool.query('DELETE FROM contacts WHERE participant_id = $1', [customer.id])
    const { body, text } = await detailOf(id, row.id)
    expect(body.attempts).toHaveLength(1)
    expect(text).not.toContain('Ada')
  })

  it('shows the last response in the list, even if an older release stored it', async () => {
    const { application, id } = await listening()
    const { row, appointment } = await book(application)
    await service.pool.query('DELETE FROM webhook_attempts WHERE notification_id = $1', [row.id])
    await service.pool.query(
      `INSERT INTO webhook_responses (notification_id, appointment_id, attempt, status, body, at)
       VALUES ($1, $2, 1, 200, 'from before', now())`,
      [row.id, appointment.id],
    )
    const { text } = await service.call('GET', `${BASE}/${id}/deliveries`)
    expect(text).toContain('from before')
  })
})

describe('the deliveries of a period', () => {
  it('are selected by their creation time, and the end of the period is exclusive', async () => {
    const { application, id } = await listening()
    const from = service.clock.current.toISOString()
    const { row } = await book(application)
    service.advance(HOUR_MS)
    const to = service.clock.current.toISOString()
    await book(application)
    const { body } = await service.call('GET', `${BASE}/${id}/deliveries?from=${from}&to=${to}`)
    expect([body.total, body.content.map((one) => one.id)]).toEqual([1, [row.id]])
    const swapped = await service.call('GET', `${BASE}/${id}/deliveries?from=${to}&to=${from}`)
    expect([swapped.status, swapped.body.code]).toEqual([400, 'VALIDATION_FAILED'])
  })

  it('are counted by a dry run, which sends nothing', async () => {
    const { application, id, receiver } = await listening()
    const from = new Date(service.clock.current.getTime() - 1000).toISOString()
    for (let count = 0; count < 3; count++) await book(application)
    const to = new Date(service.clock.current.getTime() + 1000).toISOString()
    const replay = (dryRun: boolean) =>
      service.call('POST', `${BASE}/${id}/replay`, { caller: machine, body: { from, to, dryRun } })
    const counted = await replay(true)
    expect([counted.status, counted.text]).toEqual([202, JSON.stringify({ count: 3 })])
    service.advance(0)
    expect(receiver.deliveries()).toHaveLength(3)
    expect((await replay(false)).text).toBe(counted.text)
  })

  it('are counted by a dry run without a lock, so that no delivery is delayed', async () => {
    const { application, id } = await listening()
    const from = service.clock.current.toISOString()
    const { row } = await book(application)
    const to = new Date(service.clock.current.getTime() + 1000).toISOString()
    const writer = await service.pool.connect()
    try {
      await writer.query('BEGIN')
      await writer.query('SELECT FROM notifications WHERE id = $1 FOR UPDATE', [row.id])
      const body = { from, to, dryRun: true }
      const { text } = await service.call('POST', `${BASE}/${id}/replay`, { caller: machine, body })
      expect(text).toBe(JSON.stringify({ count: 1 }))
    } finally {
      await writer.query('ROLLBACK')
      writer.release()
    }
  })

  it('are counted in the response for the endpoint for the last 24 hours', async () => {
    const { application, id, receiver } = await listening()
    await book(application)
    service.advance(DAY_MS)
    await book(application)
    receiver.script({ status: 410, body: 'gone' })
    await book(application)
    const last24h = { delivered: 1, failed: 1 }
    expect((await service.call('GET', `${BASE}/${id}`)).body.last24h).toEqual(last24h)
    const { body } = await service.call('GET', `${BASE}?applicationId=${application.id}`)
    expect(body.content.map((endpoint) => endpoint.last24h)).toEqual([last24h])
  })
})

describe('the secrets of an endpoint', () => {
  const secretsOf = async (id: string, caller: Caller = machine) => {
    const { status, body, text } = await service.call('GET', `${BASE}/${id}/secrets`, { caller })
    return { status, code: body.code, text, secrets: status === 200 ? webhookSecrets.parse(body) : [] }
  }
  const rotate = (id: string, gracePeriod: string) =>
    service.call('POST', `${BASE}/${id}/rotate-secret`, { caller: machine, body: { gracePeriod } })
  const end = (id: string, secretId: string, caller: Caller = machine) =>
    service.call('DELETE', `${BASE}/${id}/secrets/${secretId}`, { caller })

  it('are listed without their values, beginning with the current one', async () => {
    const { id, secret } = await listening()
    const createdAt = service.clock.current
    service.advance(HOUR_MS)
    const { body: rotated } = await rotate(id, 'PT2H')
    const { secrets, text } = await secretsOf(id)
    expect(secrets).toMatchObject([{ current: true }, { current: false }])
    expect(secrets.map((one) => Date.parse(one.createdAt))).toEqual([
      service.clock.current.getTime(),
      createdAt.getTime(),
    ])
    expect(Date.parse(secrets[1]!.endsAt!)).toBe(service.clock.current.getTime() + 2 * HOUR_MS)
    expect(secrets[0]).not.toHaveProperty('endsAt')
    for (const value of [secret, rotated.secret]) expect(text).not.toContain(value)
    service.advance(2 * HOUR_MS)
    expect((await secretsOf(id)).secrets.map((one) => one.current)).toEqual([true])
  })

  it('can be ended at once, except the current one', async () => {
    const { application, id, receiver } = await listening()
    await rotate(id, 'P1D')
    const [current, old] = (await secretsOf(id)).secrets
    const kept = await end(id, current!.id)
    expect([kept.status, kept.body.code]).toEqual([409, 'SECRET_IS_CURRENT'])
    expect((await end(id, old!.id)).status).toBe(204)
    const again = await end(id, old!.id)
    expect([again.status, again.body.code]).toEqual([404, 'WEBHOOK_SECRET_NOT_FOUND'])
    expect((await secretsOf(id)).secrets).toEqual([current])
    await book(application)
    expect(receiver.deliveries().at(-1)!.headers['webhook-signature']!.split(' ')).toHaveLength(1)
  })

  it('all end when the secret is rotated without a grace period', async () => {
    const { id } = await listening()
    for (const gracePeriod of ['P1D', 'P2D', 'PT0S']) await rotate(id, gracePeriod)
    expect((await secretsOf(id)).secrets).toMatchObject([{ current: true }])
  })

  it('of another organization are not found', async () => {
    const { id } = await listening({}, 'org-1')
    const caller: Caller = { ...machine, organizationId: 'org-2' }
    expect(await secretsOf(id, caller)).toMatchObject({ status: 404, code: 'WEBHOOK_ENDPOINT_NOT_FOUND' })
    const [secret] = (await secretsOf(id)).secrets
    expect((await end(id, secret!.id, caller)).body.code).toBe('WEBHOOK_ENDPOINT_NOT_FOUND')
  })
})
