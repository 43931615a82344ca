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
  return typeof access === 'object'
    ? [{ ...entry, allowed: access.roles, isPublic: 'withoutToken' in access }]
    : []
})
const withoutToken = withRoles.filter(({ isPublic }) => isPublic)

describe('operations that a service may open', () => {
  it.each(withoutToken)('$name leaves callers without a token to the service', async (entry) => {
    expect((await callAs(entry)).status).toBe(200)
    expectServedBy(entry)
  })

  it.each(withoutToken)('$name says how to authenticate if the service requires it', async (entry) => {
    for (const owner of [gateway.availability, gateway.appointments])
      owner.respondWith({ status: 401, body: { code: 'UNAUTHORIZED', reason: 'TOKEN_MISSING' } })
    const response = await callAs(entry)
    expect(response.status).toBe(401)
    expect(response.json).toMatchObject({ code: 'UNAUTHORIZED' })
    expect(response.headers['www-authenticate']).toMatch(/^Bearer/)
  })
})

describe('operations with roles', () => {
  it.each(withRoles.filter(({ isPublic }) => !isPublic))(
    '$name rejects a caller without token with 401 [5.1, 7 401]',
    async (entry) => {
      const response = await callAs(entry)
      expect(response.status).toBe(401)
      expect(response.json).toMatchObject({ code: 'UNAUTHORIZED', status: 401 })
      expect(response.headers['www-authenticate']).toMatch(/^Bearer/)
      expect(response.headers['content-type']).toMatch('application/problem+json')
      expect(gateway.arrivals()).toHaveLength(0)
    },
  )

  const everyPair = withRoles.flatMap((entry) => roles.map((role) => ({ ...entry, role })))
  it.each(everyPair)('$name as $role follows the table [5.2, 7 403]', async ({ role, allowed, ...entry }) => {
    const response = await callAs(entry, tokenOf(role, { userId: 'user-1', organizationId: 'org-1' }))
    if (!allowed.includes(role)) {
      expect(response.status).toBe(403)
      expect(response.json).toMatchObject({ code: 'FORBIDDEN' })
      expect(gateway.arrivals()).toHaveLength(0)
      return
    }
    expect(response.status).toBe(200)
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
  ])('[H6] names the required roles for a token with %j', async (held, has) => {
    const response = await gateway.call('/api/v2/appointments', {
      method: 'POST',
      token: signed({ roles: held }),
      body: {},
    })
    const detail = `Needs ROLE_AGENT or ROLE_CLIENT_SERVICE; this token has ${has}.`
    expect(response.status).toBe(403)
    expect(response.json).toMatchObject({
      code: 'FORBIDDEN',
      detail,
      requiredRoles: ['ROLE_AGENT', 'ROLE_CLIENT_SERVICE'],
    })
    expect(response.headers['www-authenticate']).toBe(
      `Bearer realm="appointments", error="insufficient_scope", error_description="${detail}", scope="ROLE_AGENT ROLE_CLIENT_SERVICE"`,
    )
  })

  const forCustomers = withRoles.filter(({ allowed }) => allowed.includes('ROLE_CUSTOMER'))
  it.each(forCustomers)('$name rejects a customer whose token names no appointment', async (entry) => {
    const response = await callAs(entry, signed({ roles: ['ROLE_CUSTOMER'] }))
    expect(response.status).toBe(403)
    expect(gateway.arrivals()).toHaveLength(0)
  })

  it.each(withRoles)('$name rejects a token without roles or with unknown roles', async (entry) => {
    expect((await callAs(entry, signed({ roles: [] }))).status).toBe(403)
    expect((await callAs(entry, signed({ roles: ['ROLE_ADMIN', 'admin'] }))).status).toBe(403)
    expect(gateway.arrivals()).toHaveLength(0)
  })
})

// written out instead of read from the tables, so that a wrong role in the tables fails here
describe('the roles that may', () => {
  const statusesOf = async (method: string, path: string) => {
    const responses = roles.map(async (role) => {
      const { status } = await gateway.call(path, { method, token: tokenOf(role), body: {} })
      return [role, status]
    })
    return Object.fromEntries(await Promise.all(responses)) as Record<string, number>
  }

  it('reassign are supervisors on v1, and agents too on v2 [5.7]', async () => {
    const rejected = { ROLE_CLIENT_SERVICE: 403, ROLE_CUSTOMER: 403 }
    expect(await statusesOf('PUT', '/api/appointments/reassign/')).toEqual({
      ...rejected,
      ROLE_AGENT: 403,
      ROLE_SUPERVISOR: 200,
    })
    expect(await statusesOf('PUT', '/api/v2/appointments/reassign/')).toEqual({
      ...rejected,
      ROLE_AGENT: 200,
      ROLE_SUPERVISOR: 200,
    })
  })

  it.each(['/api/appointments/appointment-1', '/api/v2/appointments/appointment-1'])(
    'read %s are all four [5.8]',
    async (path) => {
      expect((await gateway.call(path)).status).toBe(401)
      expect((await gateway.call(path, { token: signed({ roles: [] }) })).status).toBe(403)
      expect(await statusesOf('GET', path)).toEqual(Object.fromEntries(roles.map((role) => [role, 200])))
    },
  )

  it('reschedule include customers on v2 only [9.5]', async () => {
    const token = signed({ roles: ['ROLE_CUSTOMER'], conferenceId: 'appointment-1' })
    const move = (path: string) => gateway.call(path, { method: 'PUT', token, body: {} })
    expect((await move('/api/appointments/reschedule/')).status).toBe(403)
    expect(gateway.arrivals()).toHaveLength(0)
    expect((await move('/api/v2/appointments/reschedule/')).status).toBe(200)
  })
})

describe('open operations', () => {
  const open = proxiedOperations.filter(({ operation }) => operation.access === 'open')

  it.each(open)('$name serves callers without a token [5.6]', async (entry) => {
    expect((await callAs(entry)).status).toBe(200)
    expect(expectServedBy(entry).caller).toEqual({ roles: [] })
  })
  it.each(open)('$name serves a valid token', async (entry) => {
    expect((await callAs(entry, tokenOf('ROLE_SUPERVISOR'))).status).toBe(200)
    expect(expectServedBy(entry).caller?.roles).toEqual(['ROLE_SUPERVISOR'])
  })
  it.each(open)('$name rejects an invalid token', async (entry) => {
    expect((await callAs(entry, 'nonsense')).status).toBe(401)
    expect((await callAs(entry, '')).status).toBe(401)
    expect(gateway.arrivals()).toHaveLength(0)
  })
})

describe('operations with a one-time password', () => {
  const basic = proxiedOperations.filter(({ operation }) => operation.access === 'otp')

  it.each(basic)('$name rejects missing credentials, tokens and wrong passwords [5.5]', async (entry) => {
    for (const authorization of [
      undefined,
      `Bearer ${tokenOf('ROLE_AGENT')}`,
      'Basic eDp5',
      'Basic',
      'Basic %%%',
    ]) {
      const response = await gateway.call(entry.path, {
        method: 'POST',
        body: {},
        ...(authorization !== undefined && { headers: { authorization } }),
      })
      expect(response.status).toBe(401)
      expect(response.json).toMatchObject({ code: 'OTP_INVALID' })
      expect(response.headers['www-authenticate']).toBe('Basic realm="appointments-otp"')
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

  it('rejects staff without an organization if one is required', async () => {
    const path = '/api/v2/appointments/appointment-1'
    const rejected = await strict.call(path, { token: tokenOf('ROLE_AGENT') })
    expect(rejected.status).toBe(403)
    expect(rejected.json).toMatchObject({ code: 'TENANT_REQUIRED' })
    expect(strict.arrivals()).toHaveLength(0)
    expect(
      (await strict.call(path, { token: tokenOf('ROLE_AGENT', { organization: 'org-1' }) })).status,
    ).toBe(200)
    expect((await strict.call(path, { token: tokenOf('ROLE_CUSTOMER') })).status).toBe(200)
    expect((await strict.call('/api/appointments/count')).status).toBe(200)
  })

  it('reports a missing role before a missing organization', async () => {
    const response = await strict.call('/api/appointments/eligible', { token: tokenOf('ROLE_AGENT') })
    expect(response.json).toMatchObject({ code: 'FORBIDDEN' })
  })
})
