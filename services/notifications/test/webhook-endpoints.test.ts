import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MASKED, type Caller } from '@appointments/contracts'
import { newId } from '@appointments/runtime'
import { startWebhookReceiver } from '@appointments/testing'
import { aCaller, anApplication, cancelled, DAY_MS, HOUR_MS, moved, scheduled } from './builders.ts'
import { runNotifications, type Running } from './running-service.ts'

let service: Running
beforeAll(async () => {
  service = await runNotifications({ withSmtp: false, withTwilio: false })
})
afterAll(() => service.stop())

const machine = (organizationId?: string): Caller => ({
  roles: ['ROLE_CLIENT_SERVICE'],
  ...(organizationId !== undefined && { organizationId }),
})
const BASE = '/api/v2/webhook-endpoints'
const url = 'http://127.0.0.1:9/hooks'

async function ofOrganization(organizationId: string) {
  const application = await service.know(anApplication({}, { organizationId }))
  const { status, body } = await service.call('POST', BASE, {
    caller: machine(organizationId),
    body: { applicationId: application.id, url },
  })
  expect(status).toBe(201)
  return { application, id: body.id, secret: body.secret }
}

describe('webhook endpoints', () => {
  it('are created with a secret that is shown once and stored sealed [6.5]', async () => {
    const { id, secret, application } = await ofOrganization('org-1')
    expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32)
    const { body } = await service.call('GET', `${BASE}/${id}`, { caller: machine('org-1') })
    expect(body).toEqual({
      id,
      applicationId: application.id,
      url,
      headers: {},
      enabled: true,
      state: 'ACTIVE',
      timeoutMs: 15_000,
      signature: 'v1',
      includeRoomUrl: false,
      includeContact: false,
      last24h: { delivered: 0, failed: 0 },
      signingSecrets: [{ current: true }],
      createdAt: expect.any(String) as string,
      updatedAt: expect.any(String) as string,
    })
    const { rows } = await service.pool.query('SELECT * FROM webhook_endpoints')
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it('are created once for an idempotency key, and no secret is stored with the response', async () => {
    const application = await service.know(anApplication())
    const request = { caller: machine(), key: newId(), body: { applicationId: application.id, url } }
    const first = await service.call('POST', BASE, request)
    const second = await service.call('POST', BASE, request)
    expect(second.body).toEqual(first.body)
    const list = await service.call('GET', `${BASE}?applicationId=${application.id}`, { caller: machine() })
    expect(list.body.total).toBe(1)
    const { rows } = await service.pool.query('SELECT * FROM idempotent_requests')
    expect(rows).not.toEqual([])
    expect(JSON.stringify(rows)).not.toContain(first.body.secret)
  })

  it('belong to the organization of their application', async () => {
    const { application, id } = await ofOrganization(`org-${newId()}`)
    const stranger = machine('org-other')
    const body = { applicationId: application.id, url }
    const responses = [
      await service.call('GET', `${BASE}/${id}`, { caller: stranger }),
      await service.call('PUT', `${BASE}/${id}`, { caller: stranger, body }),
      await service.call('DELETE', `${BASE}/${id}`, { caller: stranger }),
    ]
    for (const response of responses)
      expect([response.status, response.body.code]).toEqual([404, 'WEBHOOK_ENDPOINT_NOT_FOUND'])
    const created = await service.call('POST', BASE, { caller: stranger, body })
    expect([created.status, created.body.code]).toEqual([404, 'APPLICATION_NOT_FOUND'])
    const list = await service.call('GET', BASE, { caller: stranger })
    expect(list.body.content).toEqual([])
    expect((await service.call('GET', `${BASE}/${id}`, { caller: machine() })).status).toBe(200)
  })

  it('can be created for an unknown application only by callers without an organization', async () => {
    const body = { applicationId: `unheard-of-${newId()}`, url }
    expect((await service.call('POST', BASE, { caller: machine(), body })).status).toBe(201)
    expect((await service.call('POST', BASE, { caller: machine('org-1'), body })).status).toBe(404)
  })

  it('are replaced, and removed with their pending webhooks [6.5]', async () => {
    const { application, id } = await ofOrganization('org-1')
    const caller = machine('org-1')
    const { event, appointment } = scheduled(application)
    await service.publish(event)
    await service.quiet(appointment.id)
    expect((await service.rowOf(appointment.id, 'CREATE', 'WEBHOOKS')).status).toBe('PENDING')

    const settings = {
      applicationId: application.id,
      url: `${url}/new`,
      events: ['CANCELLED'],
      enabled: false,
    }
    const updated = await service.call('PUT', `${BASE}/${id}`, { caller, body: settings })
    expect(updated.body).toMatchObject({
      id,
      url: `${url}/new`,
      events: ['appointment.cancelled'],
      enabled: false,
    })
    expect(updated.body).not.toHaveProperty('secret')

    expect((await service.call('DELETE', `${BASE}/${id}`, { caller })).status).toBe(204)
    expect((await service.call('GET', `${BASE}/${id}`, { caller })).status).toBe(404)
    const row = await service.rowOf(appointment.id, 'CREATE', 'WEBHOOKS')
    expect(row.status).toBe('CANCELLED')
    expect((await service.storyOf(row.id)).at(-1)).toBe('cancelled endpoint_removed')
  })

  it('stay with their application', async () => {
    const { application, id } = await ofOrganization('org-1')
    const { application: other } = await ofOrganization('org-1')
    const put = (body: object) =>
      service.call('PUT', `${BASE}/${id}`, { caller: machine('org-1'), body: { url, ...body } })
    const { status, body } = await put({ applicationId: other.id })
    expect([status, body.errors]).toEqual([
      400,
      [
        {
          pointer: '/applicationId',
          code: 'INVALID_VALUE',
          message: 'must be the application that the endpoint belongs to',
        },
      ],
    ])
    expect((await put({ applicationId: application.id })).status).toBe(200)
  })

  it('are not replaced by ones without events', async () => {
    const { application, id } = await ofOrganization('org-1')
    const { status, body } = await service.call('PUT', `${BASE}/${id}`, {
      caller: machine('org-1'),
      body: { applicationId: application.id, url, events: [] },
    })
    expect([status, body.errors]).toEqual([
      400,
      [
        {
          pointer: '/events',
          code: 'TOO_SMALL',
          message: 'must not be empty; leave it out for all events',
        },
      ],
    ])
  })

  it('are listed in pages', async () => {
    const application = await service.know(anApplication())
    for (let index = 0; index < 3; index += 1)
      await service.call('POST', BASE, { caller: machine(), body: { applicationId: application.id, url } })
    const { body } = await service.call('GET', `${BASE}?applicationId=${application.id}&pageSize=2`, {
      caller: machine(),
    })
    expect(body).toMatchObject({ total: 3, pageCount: 2, pageNumber: 1 })
    expect(body.content).toHaveLength(2)
  })

  it.each([
    [{ applicationId: 'a' }, 'REQUIRED'],
    [{ applicationId: 'a', url: 'ftp://x' }, 'INVALID_FORMAT'],
    [{ applicationId: 'a', url, headers: { 'Webhook-Id': 'forged' } }, 'INVALID_HEADER'],
    [{ applicationId: 'a', url, alertEmail: 'nobody' }, 'INVALID_EMAIL'],
    [{ applicationId: 'a', url, surprise: 1 }, 'UNKNOWN_FIELD'],
    [{ applicationId: 'a', url, events: ['appointment.invented'] }, 'INVALID_VALUE'],
    [{ applicationId: 'a', url, events: [] }, 'TOO_SMALL'],
    [{ applicationId: 'a', url, headers: { Authorization: MASKED } }, 'INVALID_HEADER'],
  ])('reject %j', async (body, code) => {
    const { status, body: problem } = await service.call('POST', BASE, { caller: aCaller(), body })
    expect([status, problem.errors[0]!.code]).toEqual([400, code])
  })
})

describe('event types of an endpoint', () => {
  it('are accepted as event names or types, and shown as names [H5.15]', async () => {
    const receiver = await startWebhookReceiver()
    try {
      const application = await service.know(anApplication())
      const settings = { applicationId: application.id, url: receiver.url }
      const events = ['appointment.cancelled', 'CANCELLED', 'REMINDER']
      const made = await service.call('POST', BASE, { caller: machine(), body: { ...settings, events } })
      expect(made.body.events).toEqual(['appointment.cancelled', 'appointment.reminder'])
      const { body } = await service.call('GET', `${BASE}/${made.body.id}`, { caller: machine() })
      expect(body.events).toEqual(['appointment.cancelled', 'appointment.reminder'])
      const { event, appointment } = scheduled(application)
      await service.publish(event, cancelled(appointment).event)
      await service.quiet(appointment.id)
      expect(receiver.deliveries().map((one) => (JSON.parse(one.body) as { type: string }).type)).toEqual([
        'appointment.cancelled',
      ])
    } finally {
      await receiver.stop()
    }
  })
})

describe('headers of an endpoint', () => {
  const value = 'Bearer a-value-of-the-receiver'

  it('are stored sealed, shown masked, kept by a masked value, and sent unchanged [H5.15]', async () => {
    const receiver = await startWebhookReceiver()
    try {
      const application = await service.know(anApplication())
      const settings = { applicationId: application.id, url: receiver.url }
      const headers = { Authorization: value, 'X-Tenant': 'north' }
      const request = { caller: machine(), key: newId(), body: { ...settings, headers } }
      const made = await service.call('POST', BASE, request)
      const path = `${BASE}/${made.body.id}`
      const masked = { Authorization: MASKED, 'X-Tenant': MASKED }
      expect(made.body.headers).toEqual(masked)
      const list = await service.call('GET', `${BASE}?applicationId=${application.id}`, { caller: machine() })
      expect(list.body.content[0]!.headers).toEqual(masked)
      const stored = async () => {
        const { rows } = await service.pool.query(
          `SELECT to_jsonb(e) AS row FROM webhook_endpoints e UNION ALL SELECT to_jsonb(r) FROM idempotent_requests r`,
        )
        return JSON.stringify(rows)
      }
      expect(await stored()).not.toContain(value)

      // a client that reads the settings, changes one and writes them back
      const changed = { authorization: MASKED, 'X-Tenant': 'south' }
      const body = { ...settings, timeoutMs: 2000, headers: changed }
      expect((await service.call('PUT', path, { caller: machine(), body })).status).toBe(200)
      await service.call('POST', `${path}/test`, { caller: machine() })
      expect(receiver.deliveries()[0]!.headers).toMatchObject({ authorization: value, 'x-tenant': 'south' })

      const unknown = { ...settings, headers: { 'X-Other': MASKED, 'X-Tenant': 'west' } }
      const rejected = await service.call('PUT', path, { caller: machine(), body: unknown })
      expect([rejected.status, rejected.body.errors.map(({ pointer }) => pointer)]).toEqual([
        400,
        ['/headers/X-Other'],
      ])
      await service.call('POST', `${path}/test`, { caller: machine() })
      expect(receiver.deliveries()[1]!.headers['x-tenant']).toBe('south')
    } finally {
      await receiver.stop()
    }
  })

  it('must be given again if the address changes', async () => {
    const receiver = await startWebhookReceiver()
    const other = await startWebhookReceiver()
    try {
      const application = await service.know(anApplication())
      const settings = { applicationId: application.id, url: receiver.url }
      const headers = { Authorization: value, 'X-Key': 'k', 'X-Tenant': 'north' }
      const made = await service.call('POST', BASE, { caller: machine(), body: { ...settings, headers } })
      const path = `${BASE}/${made.body.id}`
      const save = (url: string, given: object) =>
        service.call('PUT', path, { caller: machine(), body: { ...settings, url, headers: given } })
      const test = () => service.call('POST', `${path}/test`, { caller: machine() })

      const masked = { authorization: MASKED, 'X-Key': MASKED, 'X-Tenant': 'south', 'X-New': MASKED }
      const { status, body } = await save(other.url, masked)
      const again = 'must be given again, because the address of the endpoint changes'
      expect([status, body.errors]).toEqual([
        400,
        [
          { pointer: '/headers/authorization', code: 'INVALID_HEADER', message: again },
          { pointer: '/headers/X-Key', code: 'INVALID_HEADER', message: again },
          {
            pointer: '/headers/X-New',
            code: 'INVALID_HEADER',
            message: 'must not be masked, because no value is stored for a header of this name',
          },
        ],
      ])
      await test()
      expect(receiver.deliveries()[0]!.headers).toMatchObject({ authorization: value, 'x-tenant': 'north' })

      const moved = { Authorization: 'Bearer another', 'X-Tenant': 'south' }
      expect((await save(other.url, moved)).status).toBe(200)
      await test()
      expect(other.deliveries()).toHaveLength(1)
      expect(other.deliveries()[0]!.headers).toMatchObject({
        authorization: 'Bearer another',
        'x-tenant': 'south',
      })
      // another path of the same server
      expect((await save(`${other.url}/hooks`, { Authorization: MASKED })).status).toBe(200)
      await test()
      expect(other.deliveries()[1]!.headers.authorization).toBe('Bearer another')
    } finally {
      await Promise.all([receiver.stop(), other.stop()])
    }
  })

  it('stored unsealed by an earlier release are sent [H5.15]', async () => {
    const receiver = await startWebhookReceiver()
    try {
      const application = await service.know(anApplication())
      const { body } = await service.call('POST', BASE, {
        caller: machine(),
        body: { applicationId: application.id, url: receiver.url },
      })
      await service.pool.query('UPDATE webhook_endpoints SET headers = $2 WHERE id = $1', [
        body.id,
        JSON.stringify({ Authorization: value }),
      ])
      await service.call('POST', `${BASE}/${body.id}/test`, { caller: machine() })
      expect(receiver.deliveries().map(({ headers }) => headers.authorization)).toEqual([value])
    } finally {
      await receiver.stop()
    }
  })
})

describe('a planned reminder by webhook', () => {
  const planned = async () => {
    const schedules = [{ type: 'REMINDER' as const, offset: 'P1D', channels: ['WEBHOOKS' as const] }]
    const application = await service.know(anApplication({ schedules }))
    const receiver = await startWebhookReceiver()
    const { status } = await service.call('POST', BASE, {
      caller: machine(),
      body: { applicationId: application.id, url: receiver.url },
    })
    expect(status).toBe(201)
    const start = new Date(service.clock.current.getTime() + 3 * DAY_MS)
    const end = new Date(start.getTime() + HOUR_MS)
    const { event, appointment } = scheduled(application, {
      customers: [],
      appointment: { start: start.toISOString(), end: end.toISOString() },
    })
    await service.publish(event)
    await service.quiet(appointment.id)
    const reminders = async () =>
      (await service.rowsOf(appointment.id)).filter(({ type }) => type === 'REMINDER')
    expect(await reminders()).toMatchObject([
      { channel: 'WEBHOOKS', status: 'INITIALIZED', due_at: expect.any(Date) as Date },
    ])
    const remindersSent = () =>
      receiver
        .deliveries()
        .map(({ body }) => (JSON.parse(body) as { type: string }).type)
        .filter((type) => type.includes('reminder'))
    return { appointment, receiver, reminders, remindersSent }
  }
  const aDayBefore = (start: string) => Date.parse(start) - DAY_MS - service.clock.current.getTime()

  it('is cancelled with the appointment, and never sent', async () => {
    const { appointment, receiver, reminders, remindersSent } = await planned()
    await service.publish(cancelled(appointment).event)
    const [withdrawn] = await reminders()
    expect(withdrawn).toMatchObject({ status: 'CANCELLED', due_at: null })
    expect(await service.storyOf(withdrawn!.id)).toEqual(['created', 'cancelled appointment_over'])
    service.advance(aDayBefore(appointment.start))
    await service.quiet(appointment.id)
    expect(remindersSent()).toEqual([])
    await receiver.stop()
  })

  it('is cancelled when the appointment moves, and sent once for the new time', async () => {
    const { appointment, receiver, reminders, remindersSent } = await planned()
    const { event, later } = moved(appointment, 2)
    await service.publish(event)
    const [withdrawn, renewed, ...others] = await reminders()
    expect(others).toEqual([])
    expect(withdrawn).toMatchObject({ status: 'CANCELLED', due_at: null })
    expect(await service.storyOf(withdrawn!.id)).toEqual(['created', 'cancelled rescheduled'])
    expect(renewed?.due_at).toEqual(new Date(Date.parse(later.start) - DAY_MS))
    service.advance(aDayBefore(appointment.start))
    await service.quiet(appointment.id)
    expect(remindersSent()).toEqual([])
    service.advance(aDayBefore(later.start))
    await service.quiet(appointment.id)
    expect(remindersSent()).toHaveLength(1)
    await receiver.stop()
  })
})
