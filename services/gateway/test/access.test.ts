import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { roles, type ServiceName } from '@appointments/contracts'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { proxiedOperations, upstreamPath, type TableEntry } from './support/operations.ts'
import { signed, tokenOf } from './support/tokens.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())
beforeEach(() => gateway.reset())

const callAs = ({ path, operation }: TableEntry, token?: string) =>
  gateway.call(path, {
    method: operation.method,
    ...(token !== undefined && { token }),
    ...(operation.method === 'POST' || operation.method === 'PUT' ? { body: {} } : {}),
  })

const expectServedBy = ({ operation, path }: TableEntry) => {
  const owner = operation.owner as Exclude<ServiceName, 'gateway'>
  expect(gateway[owner].arrivals).toHaveLength(1)
  expect(gateway.arrivals()).toHaveLength(1)
  expect(gateway[owner].arrivals[0]).toMatchObject({ method: operation.method, url: upstreamPath(path) })
  return gateway[owner].arrivals[0]!
}

const withRoles = proxiedOperations.flatMap((entry) => {
  const { access } = entry.operation
  return typeof access === 'object' ? [{ ...entry, allowed: access.roles }] : []
})

describe('operations with roles', () => {
  it.each(withRoles)('$name refuses nobody with 401 [5.1, 7 401]', async (entry) => {
    const answer = await callAs(entry)
    expect(answer.status).toBe(401)
    expect(answer.json).toMatchObject({ code: 'UNAUTHORIZED', status: 401 })
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer/)
    expect(answer.headers['content-type']).toMatch('application/problem+json')
    expect(gateway.arrivals()).toHaveLength(0)
  })

  const everyPair = withRoles.flatMap((entry) => roles.map((role) => ({ ...entry, role })))
  it.each(everyPair)('$name as $role follows the table [5.2, 7 403]', async ({ role, allowed, ...entry }) => {
    const answer = await callAs(entry, tokenOf(role, { userId: 'user-1', organizationId: 'org-1' }))
    if (!allowed.includes(role)) {
      expect(answer.status).toBe(403)
      expect(answer.json).toMatchObject({ code: 'FORBIDDEN' })
      expect(gateway.arrivals()).toHaveLength(0)
      return
    }
    expect(answer.status).toBe(200)
    const { caller } = expectServedBy(entry)
    expect(caller).toEqual({
      roles: [role],
      userId: 'user-1',
      organizationId: 'org-1',
      ...(role === 'ROLE_CUSTOMER' && { customer: { via: 'room', appointmentId: 'appointment-1' } }),
    })
  })

  it.each([
    [['ROLE_SUPERVISOR'], 'ROLE_SUPERVISOR'],
    [['ROLE_SUPERVISOR', 'ROLE_CUSTOMER'], 'ROLE_SUPERVISOR and ROLE_CUSTOMER'],
    [[], 'no role of this API'],
    [['ROLE_ADMIN'], 'no role of this API'],
  ])('[H6] a token with %j learns which role it lacks', async (held, has) => {
    const answer = await gateway.call('/api/v2/appointments', {
      method: 'POST',
      token: signed({ roles: held }),
      body: {},
    })
    const detail = `Needs ROLE_AGENT or ROLE_CLIENT_SERVICE; this token has ${has}.`
    expect(answer.status).toBe(403)
    expect(answer.json).toMatchObject({
      code: 'FORBIDDEN',
      detail,
      requiredRoles: ['ROLE_AGENT', 'ROLE_CLIENT_SERVICE'],
    })
    expect(answer.headers['www-authenticate']).toBe(
      `Bearer realm="appointments", error="insufficient_scope", error_description="${detail}", scope="ROLE_AGENT ROLE_CLIENT_SERVICE"`,
    )
  })

  const forCustomers = withRoles.filter(({ allowed }) => allowed.includes('ROLE_CUSTOMER'))
  it.each(forCustomers)('$name refuses a customer whose token names no appointment', async (entry) => {
    const answer = await callAs(entry, signed({ roles: ['ROLE_CUSTOMER'] }))
    expect(answer.status).toBe(403)
    expect(gateway.arrivals()).toHaveLength(0)
  })

  it.each(withRoles)('$name refuses a token without roles, and roles nobody knows', async (entry) => {
    expect((await callAs(entry, signed({ roles: [] }))).status).toBe(403)
    expect((await callAs(entry, signed({ roles: ['ROLE_ADMIN', 'admin'] }))).status).toBe(403)
    expect(gateway.arrivals()).toHaveLength(0)
  })
})

// by hand, beside the tables: a role that slips into those shows here
describe('who may', () => {
  const statusesOf = async (method: string, path: string) => {
    const answers = roles.map(async (role) => {
      const { status } = await gateway.call(path, { method, token: tokenOf(role), body: {} })
      return [role, status]
    })
    return Object.fromEntries(await Promise.all(answers)) as Record<string, number>
  }

  it('reassign on v1 is a supervisor, on v2 an agent too [5.7]', async () => {
    const refused = { ROLE_CLIENT_SERVICE: 403, ROLE_CUSTOMER: 403 }
    expect(await statusesOf('PUT', '/api/appointments/reassign/')).toEqual({
      ...refused,
      ROLE_AGENT: 403,
      ROLE_SUPERVISOR: 200,
    })
    expect(await statusesOf('PUT', '/api/v2/appointments/reassign/')).toEqual({
      ...refused,
      ROLE_AGENT: 200,
      ROLE_SUPERVISOR: 200,
    })
  })

  it.each(['/api/appointments/appointment-1', '/api/v2/appointments/appointment-1'])(
    'read %s needs one of the four roles [5.8]',
    async (path) => {
      expect((await gateway.call(path)).status).toBe(401)
      expect((await gateway.call(path, { token: signed({ roles: [] }) })).status).toBe(403)
      expect(await statusesOf('GET', path)).toEqual(Object.fromEntries(roles.map((role) => [role, 200])))
    },
  )

  it('reschedule is a customer on v2 only [9.5]', async () => {
    const token = signed({ roles: ['ROLE_CUSTOMER'], conferenceId: 'appointment-1' })
    const move = (path: string) => gateway.call(path, { method: 'PUT', token, body: {} })
    expect((await move('/api/appointments/reschedule/')).status).toBe(403)
    expect(gateway.arrivals()).toHaveLength(0)
    expect((await move('/api/v2/appointments/reschedule/')).status).toBe(200)
  })
})

describe('open operations', () => {
  const open = proxiedOperations.filter(({ operation }) => operation.access === 'open')

  it.each(open)('$name serves anyone [5.6]', async (entry) => {
    expect((await callAs(entry)).status).toBe(200)
    expect(expectServedBy(entry).caller).toEqual({ roles: [] })
  })
  it.each(open)('$name serves a valid token', async (entry) => {
    expect((await callAs(entry, tokenOf('ROLE_SUPERVISOR'))).status).toBe(200)
    expect(expectServedBy(entry).caller?.roles).toEqual(['ROLE_SUPERVISOR'])
  })
  it.each(open)('$name refuses an invalid token', async (entry) => {
    expect((await callAs(entry, 'nonsense')).status).toBe(401)
    expect((await callAs(entry, '')).status).toBe(401)
    expect(gateway.arrivals()).toHaveLength(0)
  })
})

describe('operations with a one-time password', () => {
  const basic = proxiedOperations.filter(({ operation }) => operation.access === 'otp')

  it.each(basic)('$name refuses nobody, tokens and wrong passwords [5.5]', async (entry) => {
    for (const authorization of [
      undefined,
      `Bearer ${tokenOf('ROLE_AGENT')}`,
      'Basic eDp5',
      'Basic',
      'Basic %%%',
    ]) {
      const answer = await gateway.call(entry.path, {
        method: 'POST',
        body: {},
        ...(authorization !== undefined && { headers: { authorization } }),
      })
      expect(answer.status).toBe(401)
      expect(answer.json).toMatchObject({ code: 'OTP_INVALID' })
      expect(answer.headers['www-authenticate']).toBe('Basic realm="appointments-otp"')
    }
    expect(gateway.arrivals()).toHaveLength(0)
  })
})

describe('tenancy', () => {
  let strict: TestGateway
  beforeAll(async () => {
    strict = await startTestGateway({ env: { TENANCY: 'required' } })
  })
  afterAll(() => strict.stop())

  it('refuses staff without an organization where one is required', async () => {
    const path = '/api/v2/appointments/appointment-1'
    const refused = await strict.call(path, { token: tokenOf('ROLE_AGENT') })
    expect(refused.status).toBe(403)
    expect(refused.json).toMatchObject({ code: 'TENANT_REQUIRED' })
    expect(strict.arrivals()).toHaveLength(0)
    expect(
      (await strict.call(path, { token: tokenOf('ROLE_AGENT', { organization: 'org-1' }) })).status,
    ).toBe(200)
    expect((await strict.call(path, { token: tokenOf('ROLE_CUSTOMER') })).status).toBe(200)
    expect((await strict.call('/api/appointments/count')).status).toBe(200)
  })

  it('names the role before the tenant', async () => {
    const answer = await strict.call('/api/appointments/eligible', { token: tokenOf('ROLE_AGENT') })
    expect(answer.json).toMatchObject({ code: 'FORBIDDEN' })
  })
})
