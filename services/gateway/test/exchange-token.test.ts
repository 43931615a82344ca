import { generateKeyPairSync } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import jwt from 'jsonwebtoken'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TicketGrant } from '@appointments/contracts'
import { manageContexts, tickets } from '@appointments/credentials'
import { scrape } from '@appointments/testing'
import { freePort } from '@appointments/testing/free-port'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { basic } from './support/otp.ts'
import { INTERNAL_SECRET } from './support/secrets.ts'
import { tokenOf } from './support/tokens.ts'

const HOUR = 3_600_000
const CLIENT = { id: 'crm', secret: 'secret-of-the-crm-0123' }
const TICKET = 'ticket-of-a-customer'
const wanted = {
  grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
  subject_token: TICKET,
  subject_token_type: 'urn:appointments:ticket',
}
const env = {
  BASIC_CLIENTS: `${CLIENT.id}:${CLIENT.secret}`,
  JWT_ISSUER: 'https://gateway.example',
  JWT_AUDIENCE: 'appointments',
}

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({ env })
})
afterAll(() => gateway.stop())
beforeEach(() => gateway.reset())

const exchange = (
  fields: Record<string, string> | string = wanted,
  headers: Record<string, string> = {},
  at = gateway,
) =>
  at.call('/security/oauth/token', {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
const grant = (over: Partial<TicketGrant> = {}, at = gateway) => {
  const whole: TicketGrant = {
    appointmentId: 'a-1',
    kind: 'room',
    participantId: 'p-1',
    ticketVersion: 1,
    epoch: 0,
    manageEpoch: 0,
    expiresAt: new Date(at.clock.now().getTime() + 24 * HOUR).toISOString(),
    ...over,
  }
  at.participants.respondWith({ body: whole })
}
interface TokenResponse {
  access_token: string
  expires_in: number
}
const tokenIn = ({ json }: { json: unknown }) => (json as TokenResponse).access_token
const claimsIn = (response: { json: unknown }) => jwt.decode(tokenIn(response)) as Record<string, unknown>
const lifetime = ({ exp, iat }: Record<string, unknown>) => Number(exp) - Number(iat)

describe('exchanging a ticket', () => {
  it('calls the participants service as an anonymous caller', async () => {
    grant()
    await exchange(wanted, { 'x-request-id': 'req-1' })
    expect(gateway.participants.arrivals).toHaveLength(1)
    expect(gateway.participants.arrivals[0]).toMatchObject({
      method: 'POST',
      url: '/internal/tickets/resolve',
      body: JSON.stringify({ token: TICKET, type: 'ticket' }),
      caller: { roles: [] },
      headers: { 'x-request-id': 'req-1', 'content-type': 'application/json' },
    })
  })

  it('of a room issues a token for its appointment, valid for at most four hours [5.4, 5.9]', async () => {
    grant({ organizationId: 'org-1' })
    const response = await exchange()
    expect(response.status).toBe(200)
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.json).toEqual({
      access_token: expect.any(String) as string,
      token_type: 'Bearer',
      expires_in: 4 * 3600,
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    })
    const claims = claimsIn(response)
    expect(claims).toMatchObject({
      roles: ['ROLE_CUSTOMER'],
      conferenceId: 'a-1',
      participantId: 'p-1',
      organizationId: 'org-1',
      iss: 'https://gateway.example',
      aud: 'appointments',
    })
    expect(lifetime(claims)).toBe(4 * 3600)

    gateway.reset()
    await gateway.call('/api/v2/appointments/a-1', { token: tokenIn(response) })
    expect(gateway.appointments.arrivals[0]?.caller).toEqual({
      roles: ['ROLE_CUSTOMER'],
      organizationId: 'org-1',
      customer: { via: 'room', appointmentId: 'a-1', participantId: 'p-1' },
    })
  })

  it('issues no token that outlives the room', async () => {
    grant({ expiresAt: new Date(gateway.clock.now().getTime() + HOUR).toISOString() })
    const response = await exchange()
    expect((response.json as TokenResponse).expires_in).toBeLessThanOrEqual(3600)
    expect(lifetime(claimsIn(response))).toBeGreaterThan(3590)
    grant({ expiresAt: new Date(gateway.clock.now().getTime() - 1000).toISOString() })
    expect((await exchange()).status).toBe(400)
  })

  it.each(['REPLACED', 'CANCELLED', 'OVER', 'UNKNOWN'])(
    'says that a ticket is %s, and nothing else about its appointment',
    async (reason) => {
      const body = { code: 'INVALID_REQUEST', detail: 'about an appointment', reason }
      gateway.participants.respondWith({
        status: 400,
        headers: { 'content-type': 'application/problem+json' },
        body,
      })
      const response = await exchange()
      expect(response.status).toBe(400)
      expect(response.json).toEqual({
        error: 'invalid_request',
        error_description: expect.any(String) as string,
        reason,
      })
      expect(response.text).not.toContain('about an appointment')
    },
  )

  it('states no reason if an older release of the participants service states none', async () => {
    gateway.participants.respondWith({ status: 400, body: { code: 'INVALID_REQUEST' } })
    expect((await exchange()).json).toEqual({
      error: 'invalid_request',
      error_description: 'The subject token is not valid',
    })
  })

  it('of a secureToken may name no participant, and marks the token as issued for a secureToken [H1.2]', async () => {
    gateway.participants.respondWith({
      body: {
        appointmentId: 'a-1',
        kind: 'room',
        ticketVersion: 0,
        epoch: 2,
        manageEpoch: 2,
        expiresAt: '2099-01-01T00:00:00Z',
      },
    })
    const response = await exchange({ ...wanted, subject_token_type: 'urn:appointments:secure-token' })
    expect(gateway.participants.arrivals[0]?.body).toBe(
      JSON.stringify({ token: TICKET, type: 'secure-token' }),
    )
    expect(claimsIn(response)).not.toHaveProperty('participantId')

    gateway.reset()
    await gateway.call('/api/v2/appointments/a-1', { token: tokenIn(response) })
    expect(gateway.appointments.arrivals[0]?.caller).toEqual({
      roles: ['ROLE_CUSTOMER'],
      customer: { via: 'room', appointmentId: 'a-1', bySecureToken: true },
    })
    expect(claimsIn(response)).toMatchObject({ conferenceId: 'a-1' })
  })

  it('to manage issues a token with a signed context, valid for 15 minutes [5.4, 5.9]', async () => {
    grant({ kind: 'manage', ticketVersion: 3, epoch: 5, manageEpoch: 4 })
    const response = await exchange()
    expect((response.json as TokenResponse).expires_in).toBe(900)
    const claims = claimsIn(response)
    const ticketHash = tickets(INTERNAL_SECRET, '').hash(TICKET)
    expect(claims).toMatchObject({ roles: ['ROLE_CUSTOMER'], ticket_id: ticketHash })
    expect(claims).not.toHaveProperty('conferenceId')
    const expected = {
      via: 'manage',
      appointmentId: 'a-1',
      participantId: 'p-1',
      ticketVersion: 3,
      actions: ['READ', 'RESCHEDULE', 'CANCEL'],
      epoch: 5,
      manageEpoch: 4,
    }
    const context = String(claims.customer_manage_token)
    expect(manageContexts(INTERNAL_SECRET).read(context, ticketHash, gateway.clock.now())).toEqual(expected)

    gateway.reset()
    await gateway.call('/api/v2/appointments/a-1/cancel', { method: 'PUT', token: tokenIn(response) })
    expect(gateway.appointments.arrivals[0]?.caller?.customer).toEqual(expected)
  })

  it('to manage is 400 if the grant names no participant', async () => {
    gateway.participants.respondWith({
      body: {
        appointmentId: 'a-1',
        kind: 'manage',
        ticketVersion: 1,
        epoch: 0,
        manageEpoch: 0,
        expiresAt: '2099-01-01T00:00:00Z',
      },
    })
    expect((await exchange()).status).toBe(400)
  })

  it('issues a token that expires', async () => {
    const own = await startTestGateway({ env })
    grant({ kind: 'manage' }, own)
    const token = tokenIn(await exchange(wanted, {}, own))
    const read = () => own.call('/api/v2/appointments/a-1', { token })
    expect((await read()).status).toBe(200)
    own.clock.pass(16 * 60_000)
    expect((await read()).status).toBe(401)
    await own.stop()
  })
})

describe('a rejected exchange', () => {
  it.each([
    ['an unknown ticket', wanted, 'invalid_request'],
    [
      'no grant type',
      { subject_token: 'x', subject_token_type: wanted.subject_token_type },
      'invalid_request',
    ],
    ['another grant type', { ...wanted, grant_type: 'password' }, 'unsupported_grant_type'],
    ['no subject token', { grant_type: wanted.grant_type, subject_token_type: 'x' }, 'invalid_request'],
    ['an empty subject token', { ...wanted, subject_token: '' }, 'invalid_request'],
    [
      'another token type',
      { ...wanted, subject_token_type: 'urn:ietf:params:oauth:token-type:jwt' },
      'invalid_request',
    ],
  ])('with %s is 400', async (_kind, fields, error) => {
    gateway.participants.respondWith({ status: 400, body: { code: 'INVALID_REQUEST' } })
    const response = await exchange(fields)
    expect(response.status).toBe(400)
    expect(response.json).toEqual({ error, error_description: expect.any(String) as string })
    expect(response.headers['content-type']).toMatch('application/json')
  })

  it.each<[fields: Record<string, string> | string, description: string]>([
    [
      { ...wanted, subject_token_type: 'urn:x' },
      'subject_token_type must be urn:appointments:ticket or urn:appointments:secure-token',
    ],
    [
      { grant_type: wanted.grant_type, subject_token: '' },
      'subject_token must not be empty; subject_token_type is required',
    ],
    [`${new URLSearchParams(wanted).toString()}&subject_token=other`, 'subject_token must be given once'],
    [
      { ...wanted, grant_type: 'password' },
      'grant_type must be urn:ietf:params:oauth:grant-type:token-exchange',
    ],
  ])('says which field is at fault, case %#', async (fields, error_description) => {
    expect((await exchange(fields)).json).toMatchObject({ error_description })
  })

  it.each(['gzip', 'nonsense'])('with a form that is falsely declared as %s is 400', async (encoding) => {
    const response = await gateway.call('/security/oauth/token', {
      method: 'POST',
      body: new URLSearchParams(wanted).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': encoding },
    })
    expect(response.status).toBe(400)
    expect(response.json).toMatchObject({ error: 'invalid_request' })
  })

  it('with a repeated field or with JSON is 400', async () => {
    const twice = `${new URLSearchParams(wanted).toString()}&subject_token=other`
    expect((await exchange(twice)).json).toMatchObject({ error: 'invalid_request' })
    const json = await gateway.call('/security/oauth/token', { method: 'POST', body: wanted })
    expect(json.status).toBe(400)
    expect(json.json).toMatchObject({ error: 'invalid_request' })
    expect(gateway.participants.arrivals).toHaveLength(0)
  })

  it.each([
    ['a bad token', { authorization: 'Bearer nonsense' }],
    ['a bad client', { authorization: basic('crm', 'wrong') }],
    ['Basic without credentials', { authorization: 'Basic' }],
  ])('with %s is 401', async (_kind, headers) => {
    const response = await exchange(wanted, headers)
    expect(response.status).toBe(401)
    expect(response.json).toMatchObject({ error: 'invalid_client' })
    expect(response.headers['www-authenticate']).toBeDefined()
    expect(gateway.participants.arrivals).toHaveLength(0)
  })

  it('does not result from valid client credentials or a valid token', async () => {
    grant()
    expect((await exchange(wanted, { authorization: basic(CLIENT.id, CLIENT.secret) })).status).toBe(200)
    const token = tokenOf('ROLE_AGENT', { iss: env.JWT_ISSUER, aud: env.JWT_AUDIENCE })
    expect((await exchange(wanted, { authorization: `Bearer ${token}` })).status).toBe(200)
  })

  it.each([401, 404, 500, 503])('is 503 if the participants service responds %s', async (status) => {
    gateway.participants.respondWith({ status, body: {} })
    const response = await exchange()
    expect(response.status).toBe(503)
    expect(response.headers['retry-after']).toBeDefined()
  })
})

describe('a private signing key', () => {
  it.each([
    ['RS256', generateKeyPairSync('rsa', { modulusLength: 2048 })],
    ['ES256', generateKeyPairSync('ec', { namedCurve: 'P-256' })],
  ])('signs %s tokens, is published and verifies them', async (algorithm, { privateKey, publicKey }) => {
    const own = await startTestGateway({
      env: { JWT_SIGNING_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() },
    })
    grant({}, own)
    const token = tokenIn(await exchange(wanted, {}, own))
    const { header } = jwt.decode(token, { complete: true }) ?? {}
    expect(header?.alg).toBe(algorithm)
    expect(() => jwt.verify(token, publicKey, { algorithms: [algorithm as 'RS256'] })).not.toThrow()
    const { keys } = (await own.call('/.well-known/jwks.json')).json as { keys: { kid: string }[] }
    expect(keys.map(({ kid }) => kid)).toEqual([header?.kid])
    expect((await own.call('/api/v2/appointments/a-1', { token })).status).toBe(200)
    // staff tokens are still signed with the shared secret
    expect((await own.call('/api/v2/appointments/a-1', { token: tokenOf('ROLE_AGENT') })).status).toBe(200)
    await own.stop()
  })

  it('still verifies tokens while it is listed after a new key', async () => {
    const pem = () =>
      generateKeyPairSync('ec', { namedCurve: 'P-256' })
        .privateKey.export({ type: 'pkcs8', format: 'pem' })
        .toString()
    const [before, after] = [pem(), pem()]
    const statusWith = async (token: string, keys: string) => {
      const own = await startTestGateway({ env: { JWT_SIGNING_KEY: keys } })
      const { status } = await own.call('/api/v2/appointments/a-1', { token })
      const published = (await own.call('/.well-known/jwks.json')).json as { keys: unknown[] }
      await own.stop()
      return { status, published: published.keys.length }
    }
    const own = await startTestGateway({ env: { JWT_SIGNING_KEY: before } })
    grant({}, own)
    const token = tokenIn(await exchange(wanted, {}, own))
    await own.stop()
    expect(await statusWith(token, `${after}\n${before}`)).toEqual({ status: 200, published: 2 })
    expect(await statusWith(token, after)).toEqual({ status: 401, published: 1 })
  })
})

it('an exchange waits for a turn of its own address, so a burst of one address delays others by one [H2.3]', async () => {
  const port = await freePort()
  const own = await startTestGateway({
    env: { ...env, UPSTREAM_CONCURRENCY: '1', TRUSTED_PROXIES: 'loopback', METRICS_PORT: String(port) },
  })
  const held: ServerResponse[] = []
  own.participants.respondWith((_arrival, response) => {
    held.push(response)
    return undefined
  })
  const from = (address: string, ticket: string) =>
    exchange({ ...wanted, subject_token: ticket }, { 'x-forwarded-for': address }, own)
  const waiting = async () =>
    (await scrape(`http://127.0.0.1:${port}/metrics`)).value('upstream_requests_waiting', {
      service: 'participants',
      lane: 'read',
    })
  const first = from('203.0.113.1', 'first')
  await expect.poll(() => held).toHaveLength(1)
  const burst = Array.from({ length: 20 }, (_, n) => from('203.0.113.1', `busy-${n}`))
  await expect.poll(waiting).toBe(20)
  const quiet = from('203.0.113.2', 'quiet')
  await expect.poll(waiting).toBe(21)
  grant({}, own)
  held[0]?.writeHead(400).end()
  await Promise.all([first, quiet, ...burst])
  const order = own.participants.arrivals.map(({ body }) => (JSON.parse(body) as { token: string }).token)
  expect(order.indexOf('quiet')).toBeLessThanOrEqual(2)
  await own.stop()
})
