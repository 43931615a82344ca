import { afterEach, describe, expect, it } from 'vitest'
import type { TicketGrant } from '@appointments/contracts'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { signed } from './support/tokens.ts'

const PATH = '/api/v2/appointments/a-1'
let gateway: TestGateway
afterEach(() => gateway.stop())

const callers = () => gateway.arrivals().map(({ caller }) => caller)

it.each(['required', 'optional'])(
  'rejects an organization that is not text with 401 under TENANCY=%s, also on open operations [H4]',
  async (TENANCY) => {
    gateway = await startTestGateway({ env: { TENANCY } })
    for (const organizationId of [7, true, ['org-1'], { id: 'org-1' }]) {
      const token = signed({ organizationId })
      for (const path of [PATH, '/api/appointments/count']) {
        const response = await gateway.call(path, { token })
        expect(response.status).toBe(401)
        expect(response.json).toMatchObject({ code: 'UNAUTHORIZED' })
      }
    }
    expect(gateway.arrivals()).toEqual([])
  },
)

it.each([null, ''])('treats the organization %j as absent in both modes [H9.5]', async (organizationId) => {
  gateway = await startTestGateway({ env: { TENANCY: 'optional' } })
  const token = signed({ organizationId })
  expect((await gateway.call(PATH, { token })).status).toBe(200)
  await gateway.stop()
  gateway = await startTestGateway({ env: { TENANCY: 'required' } })
  const response = await gateway.call(PATH, { token })
  expect(response.status).toBe(403)
  expect(response.json).toMatchObject({ code: 'TENANT_REQUIRED' })
})

it('distinguishes machines without client id and subject by their tokens [H2.6]', async () => {
  gateway = await startTestGateway()
  const nameless = { roles: ['ROLE_CLIENT_SERVICE'], userId: undefined, organizationId: 'org-1' }
  const [one, other] = [signed({ ...nameless, jti: '1' }), signed({ ...nameless, jti: '2' })]
  for (const token of [one, other, one])
    await gateway.call('/api/v2/appointments', { token, method: 'POST', body: '{}' })
  const [first, second, again] = callers()
  expect(first).toMatchObject({ organizationId: 'org-1', tokenHash: expect.stringMatching(/./) as string })
  expect(second?.tokenHash).not.toBe(first?.tokenHash)
  expect(again).toEqual(first)

  gateway.reset()
  for (const named of [{ client_id: 'crm' }, { sub: 'service-account-crm' }])
    await gateway.call(PATH, { token: signed({ ...nameless, ...named }) })
  expect(callers()).toMatchObject([{ clientId: 'crm' }, { userId: 'service-account-crm' }])
  for (const caller of callers()) expect(caller).not.toHaveProperty('tokenHash')
})

describe('claims of another issuer', () => {
  const env = {
    JWT_ROLES_CLAIM: '/realm_access/roles',
    JWT_ORGANIZATION_CLAIM: '/https:~1~1example.com~1organization',
    JWT_USER_CLAIM: '/person/id',
  }

  it('identify the caller [H5.3]', async () => {
    gateway = await startTestGateway({ env })
    const token = signed({
      roles: undefined,
      userId: undefined,
      realm_access: { roles: 'offline_access, ROLE_AGENT SUPERVISOR' },
      'https://example.com/organization': 'org-1',
      person: { id: 'agent-9' },
    })
    expect((await gateway.call(PATH, { token })).status).toBe(200)
    const roles = ['ROLE_AGENT', 'ROLE_SUPERVISOR']
    expect(callers()).toEqual([{ roles, organizationId: 'org-1', userId: 'agent-9' }])
    expect((await gateway.call(PATH, { token: signed() })).status).toBe(403)
  })

  it('are used in customer tokens as well [H5.3]', async () => {
    gateway = await startTestGateway({ env })
    const grant: TicketGrant = {
      appointmentId: 'a-1',
      kind: 'room',
      participantId: 'p-1',
      ticketVersion: 1,
      epoch: 0,
      manageEpoch: 0,
      organizationId: 'org-1',
      expiresAt: new Date(gateway.clock.now().getTime() + 3_600_000).toISOString(),
    }
    gateway.participants.respondWith({ body: grant })
    const exchanged = await gateway.call('/security/oauth/token', {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token: 'ticket',
        subject_token_type: 'urn:appointments:ticket',
      }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    const token = (exchanged.json as { access_token: string }).access_token
    expect((await gateway.call(PATH, { token })).status).toBe(200)
    expect(gateway.appointments.arrivals[0]?.caller).toMatchObject({
      roles: ['ROLE_CUSTOMER'],
      organizationId: 'org-1',
      customer: { via: 'room', appointmentId: 'a-1', participantId: 'p-1' },
    })
  })
})

it('does not start if a claim is not a JSON pointer [H5.3]', async () => {
  gateway = await startTestGateway()
  for (const name of ['JWT_ROLES_CLAIM', 'JWT_ORGANIZATION_CLAIM', 'JWT_USER_CLAIM'])
    await expect(startTestGateway({ env: { [name]: 'realm_access.roles' } })).rejects.toThrow(name)
})
