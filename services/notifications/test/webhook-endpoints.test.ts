import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '@appointments/contracts'
import { newId } from '@appointments/runtime'
import { aCaller, anApplication, scheduled } from './builders.ts'
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
  it('are created with a secret that is told once and stored sealed [6.5]', async () => {
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
      createdAt: expect.any(String) as string,
      updatedAt: expect.any(String) as string,
    })
    const { rows } = await service.pool.query('SELECT * FROM webhook_endpoints')
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it('are created once for a keyed request, whose kept answer holds no secret', async () => {
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
    const answers = [
      await service.call('GET', `${BASE}/${id}`, { caller: stranger }),
      await service.call('PUT', `${BASE}/${id}`, { caller: stranger, body }),
      await service.call('DELETE', `${BASE}/${id}`, { caller: stranger }),
    ]
    for (const answer of answers)
      expect([answer.status, answer.body.code]).toEqual([404, 'WEBHOOK_ENDPOINT_NOT_FOUND'])
    const created = await service.call('POST', BASE, { caller: stranger, body })
    expect([created.status, created.body.code]).toEqual([404, 'APPLICATION_NOT_FOUND'])
    const list = await service.call('GET', BASE, { caller: stranger })
    expect(list.body.content).toEqual([])
    expect((await service.call('GET', `${BASE}/${id}`, { caller: machine() })).status).toBe(200)
  })

  it('may be made for an application that is not known yet, by those confined to no organization', async () => {
    const body = { applicationId: `unheard-of-${newId()}`, url }
    expect((await service.call('POST', BASE, { caller: machine(), body })).status).toBe(201)
    expect((await service.call('POST', BASE, { caller: machine('org-1'), body })).status).toBe(404)
  })

  it('are replaced, and removed with what waits for them [6.5]', async () => {
    const { application, id } = await ofOrganization('org-1')
    const caller = machine('org-1')
    const { event, appointment } = scheduled(application)
    await service.tell(event)
    await service.quiet(appointment.id)
    expect((await service.rowOf(appointment.id, 'CREATE', 'WEBHOOKS')).status).toBe('PENDING')

    const settings = {
      applicationId: application.id,
      url: `${url}/new`,
      events: ['CANCELLED'],
      enabled: false,
    }
    const updated = await service.call('PUT', `${BASE}/${id}`, { caller, body: settings })
    expect(updated.body).toMatchObject({ id, url: `${url}/new`, events: ['CANCELLED'], enabled: false })
    expect(updated.body).not.toHaveProperty('secret')

    expect((await service.call('DELETE', `${BASE}/${id}`, { caller })).status).toBe(204)
    expect((await service.call('GET', `${BASE}/${id}`, { caller })).status).toBe(404)
    const row = await service.rowOf(appointment.id, 'CREATE', 'WEBHOOKS')
    expect(row.status).toBe('CANCELLED')
    expect((await service.storyOf(row.id)).at(-1)).toBe('cancelled endpoint_removed')
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
    [{ applicationId: 'a', url, alertEmail: 'nobody' }, 'INVALID_FORMAT'],
    [{ applicationId: 'a', url, surprise: 1 }, 'UNKNOWN_FIELD'],
  ])('refuse %j', async (body, code) => {
    const { status, body: problem } = await service.call('POST', BASE, { caller: aCaller(), body })
    expect([status, problem.errors[0]!.code]).toEqual([400, code])
  })
})
