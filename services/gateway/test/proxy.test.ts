import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ServerResponse } from 'node:http'
import { problems, problemType } from '@appointments/contracts'
import { internalTokens } from '@appointments/credentials'
import { THIRD_PARTY_HEADER } from '@appointments/http'
import { createLog } from '@appointments/runtime'
import { scrape } from '@appointments/testing'
import { freePort } from '@appointments/testing/free-port'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { INTERNAL_SECRET } from './support/secrets.ts'
import { sendPipelined } from './support/send-pipelined.ts'
import { tokenOf } from './support/tokens.ts'

const APPOINTMENTS = '/api/v2/appointments'
const agent = tokenOf('ROLE_AGENT')
const machine = tokenOf('ROLE_CLIENT_SERVICE')

describe('a forwarded request', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await startTestGateway()
  })
  afterAll(() => gateway.stop())
  beforeEach(() => gateway.reset())

  it('arrives with unchanged path, query, body and headers', async () => {
    const body = '{ "id":"a-1",  "start":"2027-01-01T00:00:00Z" }'
    await gateway.call(`${APPOINTMENTS}/reschedule/?a=1&b=%20x&a=2`, {
      method: 'PUT',
      token: agent,
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'if-match': '"3"',
        'accept-language': 'de',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      },
    })
    const [arrival] = gateway.appointments.arrivals
    expect(arrival).toMatchObject({ method: 'PUT', url: `${APPOINTMENTS}/reschedule?a=1&b=%20x&a=2`, body })
    expect(arrival?.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'if-match': '"3"',
      'accept-language': 'de',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    })
  })

  it("carries none of the client's internal headers, hop-by-hop headers and credentials", async () => {
    const forged = internalTokens(INTERNAL_SECRET).sign({ roles: ['ROLE_SUPERVISOR'] })
    await gateway.call(`${APPOINTMENTS}/a-1`, {
      token: agent,
      headers: {
        'x-internal-caller': forged,
        'X-Internal-Appointment': 'a-2',
        'x-internal-anything': '1',
        'x-deadline-ms': '999999',
        connection: 'keep-alive, x-hop, x-internal-caller',
        'x-hop': '1',
        'keep-alive': 'timeout=5',
        te: 'trailers',
        'proxy-authorization': 'Basic eDp5',
        cookie: 'session=1',
        'x-otp-code': '123456',
      },
    })
    const { headers, caller } = gateway.appointments.arrivals[0]!
    expect(caller).toEqual({ roles: ['ROLE_AGENT'], userId: 'agent-7' })
    expect(Number(headers['x-deadline-ms'])).toBeLessThanOrEqual(5000)
    for (const name of [
      'x-internal-appointment',
      'x-internal-anything',
      'x-hop',
      'keep-alive',
      'te',
      'proxy-authorization',
      'authorization',
      'cookie',
      'x-otp-code',
    ])
      expect(headers).not.toHaveProperty(name)
  })

  it("gets the service's response without internal headers", async () => {
    gateway.appointments.respondWith({
      status: 404,
      headers: {
        etag: '"7"',
        'x-internal-appointment': 'a-1',
        'x-internal-secret': 's',
        'keep-alive': 'timeout=1',
        'content-type': 'application/problem+json',
      },
      body: { code: 'APPOINTMENT_NOT_FOUND' },
    })
    const response = await gateway.call(`${APPOINTMENTS}/a-1`, { token: agent })
    expect(response.status).toBe(404)
    expect(response.json).toEqual({ code: 'APPOINTMENT_NOT_FOUND' })
    expect(response.headers).toMatchObject({ etag: '"7"', 'content-type': 'application/problem+json' })
    expect(Object.keys(response.headers).filter((name) => name.startsWith('x-internal'))).toEqual([])
  })

  it('gets security headers in its response', async () => {
    const { headers } = await gateway.call(`${APPOINTMENTS}/a-1`, { token: agent })
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    })
    expect(headers).not.toHaveProperty('x-powered-by')
  })

  it('keeps the encoding of its path parameters', async () => {
    await gateway.call(`${APPOINTMENTS}/a%2Fb%3Fc%20d`, { token: agent })
    expect(gateway.appointments.arrivals[0]?.url).toBe(`${APPOINTMENTS}/a%2Fb%3Fc%20d`)
  })

  it.each(['..', '%2e%2e', '..%2Finternal%2Ftickets%2Fresolve'])(
    'cannot leave its path with %s',
    async (id) => {
      // sent as it is written, because `call` would resolve the dots itself
      await sendPipelined(gateway.url, agent, [{ path: `${APPOINTMENTS}/${id}` }])
      expect(gateway.arrivals()).toHaveLength(1)
      for (const { url } of gateway.arrivals()) expect(url.startsWith(`${APPOINTMENTS}/`)).toBe(true)
      for (const { url } of gateway.arrivals()) expect(url.slice(APPOINTMENTS.length + 1)).not.toContain('/')
    },
  )

  it('may be a HEAD request if GET is allowed', async () => {
    const response = await gateway.call(`${APPOINTMENTS}/a-1`, { method: 'HEAD', token: agent })
    expect(response.status).toBe(200)
    expect(gateway.appointments.arrivals[0]?.method).toBe('HEAD')
  })

  it('loses a body that has no meaning for its method', async () => {
    for (const method of ['GET', 'DELETE']) {
      await gateway.call(`${APPOINTMENTS}/a-1`, { method, token: agent, body: { a: 1 } })
      await gateway.call(`${APPOINTMENTS}/a-1`, {
        method,
        token: agent,
        body: ['GET /smuggled HTTP/1.1\r\n\r\n'],
        headers: { 'transfer-encoding': 'chunked' },
      })
    }
    expect(gateway.appointments.arrivals).toHaveLength(4)
    for (const { body, url } of gateway.appointments.arrivals) {
      expect(body).toBe('')
      expect(url).toBe(`${APPOINTMENTS}/a-1`)
    }
  })

  it('may have a body of unknown length', async () => {
    await gateway.call(APPOINTMENTS, {
      method: 'POST',
      token: agent,
      body: ['{"a":', '1}'],
      headers: { 'content-type': 'application/json' },
    })
    expect(gateway.appointments.arrivals[0]?.body).toBe('{"a":1}')
  })
})

it('ignores an unknown expectation (RFC 9110, section 10.1.1)', async () => {
  const gateway = await startTestGateway()
  const headers = { expect: 'the unexpected' }
  const response = await gateway.call(`${APPOINTMENTS}/a-1`, { token: agent, headers })
  expect(response.status).toBe(200)
  await gateway.stop()
})

describe('a body that is too large', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await startTestGateway()
  })
  afterAll(() => gateway.stop())
  beforeEach(() => gateway.reset())

  const maximum = 'x'.repeat(100_000)
  const keyed = { 'idempotency-key': 'k-1' }

  it.each([
    ['by its length', `${maximum}x`, {}],
    ['by its length, with a key', `${maximum}x`, keyed],
    ['by its chunks', [maximum, 'x'], {}],
    ['by its chunks, with a key', [maximum, 'x'], keyed],
  ])('%s is 413 and is not forwarded', async (_kind, body, headers) => {
    const response = await gateway.call(APPOINTMENTS, { method: 'POST', token: agent, body, headers })
    expect(response.status).toBe(413)
    expect(response.json).toMatchObject({ code: 'BODY_TOO_LARGE' })
    expect(gateway.arrivals()).toHaveLength(0)
  })

  it.each([
    ['whole', maximum, {}],
    ['whole, with a key', maximum, keyed],
    ['in chunks', [maximum], {}],
  ])('does not include a body of 100 kB, %s', async (_kind, body, headers) => {
    const response = await gateway.call(APPOINTMENTS, { method: 'POST', token: agent, body, headers })
    expect(response.status).toBe(200)
    expect(gateway.appointments.arrivals[0]?.body).toHaveLength(100_000)
  })

  it('is rejected only after the token', async () => {
    const response = await gateway.call(APPOINTMENTS, { method: 'POST', body: `${maximum}x` })
    expect(response.status).toBe(401)
  })

  it('does not open the circuit', async () => {
    for (let n = 0; n < 40; n++)
      await gateway.call(APPOINTMENTS, { method: 'POST', token: agent, body: [maximum, 'x'] })
    expect((await gateway.call(`${APPOINTMENTS}/a-1`, { token: agent })).status).toBe(200)
  })
})

describe('paths and methods', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await startTestGateway({ env: { DEV_VIEWER: '' } })
  })
  afterAll(() => gateway.stop())

  it.each([
    '/',
    '/api',
    '/api/v3/appointments',
    `${APPOINTMENTS}/a/b/c/d`,
    '/API/v2/appointments',
    '/dev/messages',
  ])('%s is 404', async (path) => {
    const response = await gateway.call(path, { token: agent })
    expect(response.status).toBe(404)
    expect(response.json).toMatchObject({ code: 'ROUTE_NOT_FOUND', instance: path })
  })

  it.each([
    ['/internal/tickets/resolve', 'POST'],
    ['/internal/slots/claim', 'POST'],
    ['/internal/appointments/read', 'POST'],
  ])('%s is not reachable from outside', async (path, method) => {
    expect((await gateway.call(path, { method, token: agent, body: {} })).status).toBe(404)
    expect(gateway.arrivals()).toHaveLength(0)
  })

  it.each(['c%6Funt', '%63ount', 'eligib%6Ce'])(
    '%s is not an id but another operation in disguise',
    async (id) => {
      expect((await gateway.call(`${APPOINTMENTS}/${id}`, { token: agent })).status).toBe(404)
      expect(gateway.arrivals()).toHaveLength(0)
    },
  )

  it.each([
    ['PATCH', `${APPOINTMENTS}/a-1`, 'GET, HEAD, DELETE'],
    ['DELETE', APPOINTMENTS, 'GET, HEAD, POST, PUT'],
    ['GET', `${APPOINTMENTS}/reschedule`, 'PUT'],
    ['GET', `${APPOINTMENTS}/reschedule/`, 'PUT'],
    ['DELETE', '/api/appointments/count', 'GET, HEAD'],
    ['PUT', '/api/appointments/a-1/participants/p-1', 'GET, HEAD, DELETE'],
    ['GET', '/security/otp', 'POST'],
    ['GET', '/security/oauth/token', 'POST'],
  ])('%s %s is 405 and allows %s', async (method, path, allow) => {
    const response = await gateway.call(path, { method, token: agent })
    expect(response.status).toBe(405)
    expect(response.headers.allow).toBe(allow)
    expect(response.json).toMatchObject({ code: 'METHOD_NOT_ALLOWED' })
  })

  it('reports that it is live and ready', async () => {
    expect((await gateway.call('/health/live')).status).toBe(200)
    expect((await gateway.call('/health/ready')).status).toBe(200)
  })
})

describe('request ids', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await startTestGateway()
  })
  afterAll(() => gateway.stop())
  beforeEach(() => gateway.reset())

  it('are taken from the client if valid', async () => {
    const response = await gateway.call(`${APPOINTMENTS}/a-1`, {
      token: agent,
      headers: { 'x-request-id': 'req-1' },
    })
    expect(response.headers['x-request-id']).toBe('req-1')
    expect(gateway.appointments.arrivals[0]?.headers['x-request-id']).toBe('req-1')
  })

  it('are part of a problem', async () => {
    const response = await gateway.call(`${APPOINTMENTS}/a-1`, { headers: { 'x-request-id': 'req-2' } })
    expect(response.json).toMatchObject({ requestId: 'req-2' })
  })

  it.each([
    ['absent', undefined],
    ['empty', ''],
    ['one with a space', 'a b'],
    ['too long', 'x'.repeat(129)],
    ['not ASCII', 'h\u00e9'],
  ])('are generated if the one of the client is %s', async (_kind, id) => {
    const headers = id === undefined ? {} : { 'x-request-id': id }
    const response = await gateway.call(`${APPOINTMENTS}/a-1`, { token: agent, headers })
    expect(response.headers['x-request-id']).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
    expect(gateway.appointments.arrivals[0]?.headers['x-request-id']).toBe(response.headers['x-request-id'])
  })
})

describe('a service that fails', () => {
  let gateway: TestGateway
  beforeEach(async () => {
    gateway = await startTestGateway({ env: { DEADLINE_MS: '1000' } })
  })
  afterEach(() => gateway.stop())

  const read = () => gateway.call(`${APPOINTMENTS}/a-1`, { token: agent })
  const write = (headers: Record<string, string> = {}) =>
    gateway.call(APPOINTMENTS, { method: 'POST', token: agent, body: { a: 1 }, headers })
  const expectUnavailable = (response: Awaited<ReturnType<typeof read>>) => {
    expect(response.status).toBe(503)
    expect(response.json).toMatchObject({ code: 'UNAVAILABLE' })
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  }

  it('by being unreachable: 503', async () => {
    await gateway.appointments.stop()
    expectUnavailable(await read())
    expectUnavailable(await write())
  })

  it('by not responding: 504 at the deadline, without effect on other services', async () => {
    gateway.appointments.respondWith(() => undefined)
    for (const response of [await read(), await write(), await write({ 'idempotency-key': 'k' })]) {
      expect(response).toMatchObject({ status: 504, json: { code: 'DEADLINE_EXCEEDED' } })
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    }
    // a timed-out request is not retried
    expect(gateway.appointments.arrivals).toHaveLength(3)
    expect((await gateway.call(`${APPOINTMENTS}/a-1/interaction`, { token: agent })).status).toBe(200)
  })

  it('by breaking the connection and then not responding: 504 at the deadline', async () => {
    for (const send of [read, () => write({ 'idempotency-key': 'k' })]) {
      gateway.appointments.reset()
      gateway.appointments.respondWith((_arrival, response) => {
        if (gateway.appointments.arrivals.length === 1) response.destroy()
        return undefined
      })
      expect(await send()).toMatchObject({ status: 504, json: { code: 'DEADLINE_EXCEEDED' } })
      expect(gateway.appointments.arrivals).toHaveLength(2)
    }
  })

  it('by not responding to a keyed write in time: a retry reaches it with the key, and gets the outcome', async () => {
    gateway.appointments.respondWith(() => undefined)
    const key = { 'idempotency-key': 'k' }
    expect((await write(key)).status).toBe(504)
    gateway.appointments.respondWith({ headers: { 'idempotency-replayed': 'true' }, body: { id: 'a-1' } })
    expect(await write(key)).toMatchObject({
      status: 200,
      headers: { 'idempotency-replayed': 'true' },
      json: { id: 'a-1' },
    })
    expect(gateway.appointments.arrivals.map(({ headers }) => headers['idempotency-key'])).toEqual(['k', 'k'])
  })

  it('by breaking off within the response: 503 without any part of it', async () => {
    gateway.appointments.respondWith((_arrival, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{', () => response.destroy())
      return undefined
    })
    expectUnavailable(await read())
    expectUnavailable(await write())
    expectUnavailable(await write({ 'idempotency-key': 'k' }))
  })

  it('by breaking the connection once: reads and keyed writes are retried', async () => {
    const failOnce = () => {
      let failures = 1
      gateway.appointments.reset()
      gateway.appointments.respondWith((_arrival, response) => {
        if (failures-- > 0) {
          response.destroy()
          return undefined
        }
        return { body: { ok: true } }
      })
    }
    failOnce()
    expect((await read()).status).toBe(200)
    expect(gateway.appointments.arrivals).toHaveLength(2)

    failOnce()
    expect((await write({ 'idempotency-key': 'k' })).status).toBe(200)
    expect(gateway.appointments.arrivals.map(({ body }) => body)).toEqual(['{"a":1}', '{"a":1}'])

    failOnce()
    expectUnavailable(await write())
    expect(gateway.appointments.arrivals).toHaveLength(1)

    failOnce()
    const removal = await gateway.call(`${APPOINTMENTS}/a-1`, { method: 'DELETE', token: agent })
    expectUnavailable(removal)
    expect(gateway.appointments.arrivals).toHaveLength(1)
  })

  it('by breaking the connection twice: 503 after one retry', async () => {
    gateway.appointments.respondWith((_arrival, response) => {
      response.destroy()
      return undefined
    })
    expectUnavailable(await read())
    expect(gateway.appointments.arrivals).toHaveLength(2)
  })

  it('by responding with an error: no retry', async () => {
    for (const status of [400, 409, 429, 500, 503]) {
      gateway.appointments.reset()
      gateway.appointments.respondWith({ status, body: { code: 'X' } })
      expect((await read()).status).toBe(status)
      expect(gateway.appointments.arrivals).toHaveLength(1)
    }
  })

  it('with a problem of this system: the problem arrives unchanged', async () => {
    const body = {
      type: 'urn:appointments:problem:unavailable',
      title: 'A part of the service is unavailable',
      status: 503,
      detail: 'The room provider does not respond',
      instance: '/api/v2/appointments/a-1',
      code: 'UNAVAILABLE',
      requestId: 'r-1',
    }
    gateway.appointments.respondWith({ status: 503, body, headers: { 'retry-after': '10' } })
    const response = await read()
    expect(response.json).toEqual(body)
    expect(response.headers['retry-after']).toBe('10')
  })

  it.each([
    [500, 'INTERNAL_ERROR', { message: 'relation "secrets" does not exist', stack: 'at /srv/app.js:1' }],
    [502, 'UNAVAILABLE', '<html>nginx at 10.0.0.7</html>'],
    [503, 'UNAVAILABLE', { status: 503, code: 'UNAVAILABLE', title: 'upstream 10.0.0.7 rejected' }],
    [504, 'UNAVAILABLE', undefined],
  ])('with %s and any other body: nothing of it is shown', async (status, code, body) => {
    gateway.appointments.respondWith({ status, body, headers: { server: 'nginx', 'x-upstream': '10.0.0.7' } })
    const response = await read()
    expect(response.status).toBe(code === 'UNAVAILABLE' ? 503 : 500)
    expect(response.json).toMatchObject({ code })
    expect(JSON.stringify([response.json, response.headers])).not.toMatch(/nginx|10\.0\.0|secrets|srv/)
  })

  it('by rejecting the gateway: 503, because no client can fix that', async () => {
    gateway.appointments.respondWith({ status: 401, body: { code: 'UNAUTHORIZED' } })
    expectUnavailable(await read())
  })

  it('repeatedly: the circuit opens and other services are still served', async () => {
    gateway.appointments.respondWith({ status: 503, body: { code: 'UNAVAILABLE' } })
    for (let n = 0; n < 30; n++) expect((await read()).status).toBe(503)
    const tried = gateway.appointments.arrivals.length
    // of twenty, one is a read of the gateway itself
    expect(tried).toBeGreaterThanOrEqual(19)
    expect(tried).toBeLessThan(30)
    expectUnavailable(await read())
    expect(gateway.appointments.arrivals).toHaveLength(tried)
    expect((await gateway.call(`${APPOINTMENTS}/a-1/interaction`, { token: agent })).status).toBe(200)
  })

  it('and recovers: the circuit closes', async () => {
    gateway.appointments.respondWith({ status: 503 })
    for (let n = 0; n < 30; n++) await read()
    gateway.appointments.respondWith({ body: { ok: true } })
    await expect.poll(async () => (await read()).status).toBe(200)
    expect((await read()).status).toBe(200)
  })

  it.each([400, 401, 403, 404, 409, 422, 500])('with %s: the circuit stays closed', async (status) => {
    gateway.appointments.respondWith({ status, body: {} })
    for (let n = 0; n < 40; n++) await read()
    expect(gateway.appointments.arrivals).toHaveLength(40)
  })

  it.each([502, 504])('with %s because of a third party: the circuit stays closed [H2.1]', async (status) => {
    const code = status === 502 ? 'ROOM_UNAVAILABLE' : 'ROOM_TIMEOUT'
    const body = {
      type: problemType(code),
      title: problems[code].title,
      status,
      detail: problems[code].detail,
      instance: '/',
      code,
      requestId: 'r-1',
    }
    gateway.appointments.respondWith({ status, body, headers: { [THIRD_PARTY_HEADER]: 'true' } })
    for (let n = 0; n < 40; n++) {
      const response = await read()
      expect([response.status, response.json]).toMatchObject([status, { code }])
      expect(response.headers).not.toHaveProperty(THIRD_PARTY_HEADER)
    }
    expect(gateway.appointments.arrivals).toHaveLength(40)
  })

  it('with 503 that it marks as no sign that it is down: the circuit stays closed [H2.1]', async () => {
    gateway.appointments.respondWith({
      status: 503,
      body: {
        type: problemType('UNAVAILABLE'),
        title: problems.UNAVAILABLE.title,
        status: 503,
        detail: problems.UNAVAILABLE.detail,
        instance: '/',
        code: 'UNAVAILABLE',
        requestId: 'r-1',
      },
      headers: { [THIRD_PARTY_HEADER]: 'true' },
    })
    for (let n = 0; n < 40; n++) expect((await read()).status).toBe(503)
    expect(gateway.appointments.arrivals).toHaveLength(40)
  })

  it('is not assumed because clients disconnect or are slow', async () => {
    const { hostname, port } = new URL(gateway.url)
    const unfinished = Array.from({ length: 30 }, async () => {
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      socket.write(
        `POST ${APPOINTMENTS} HTTP/1.1\r\nHost: gateway\r\nAuthorization: Bearer ${agent}\r\n` +
          'Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{',
      )
      const [response] = (await once(socket, 'data')) as [Buffer]
      socket.destroy()
      return response.toString()
    })
    for (const response of await Promise.all(unfinished)) expect(response).toMatch(/^HTTP\/1.1 400/)
    expect((await read()).status).toBe(200)
  })
})

describe('an appointment unknown to a service', () => {
  let gateway: TestGateway
  const unknown = {
    status: 404,
    headers: { 'x-internal-appointment': 'a b' },
    body: { code: 'APPOINTMENT_NOT_FOUND' },
  }
  beforeAll(async () => {
    gateway = await startTestGateway()
  })
  afterAll(() => gateway.stop())
  beforeEach(() => {
    gateway.reset()
    gateway.participants.respondWith(unknown)
    gateway.notifications.respondWith(unknown)
  })

  it.each([
    ['GET', `${APPOINTMENTS}/a%20b/interaction`, undefined, APPOINTMENTS],
    ['GET', `${APPOINTMENTS}/a%20b/notifications?size=5`, undefined, APPOINTMENTS],
    ['POST', '/api/appointments/participants/agents', { id: 'a b', userId: 'agent-7' }, '/api/appointments'],
  ])(
    'but known to its owner: %s %s is 503, because the service has not received it yet',
    async (method, path, body, base) => {
      const response = await gateway.call(path, { method, token: agent, body })
      expect(response.status).toBe(503)
      expect(response.json).toMatchObject({ code: 'UNAVAILABLE' })
      expect(response.headers['retry-after']).toBe('2')
      expect(gateway.appointments.arrivals).toMatchObject([
        { method: 'GET', url: `${base}/a%20b`, caller: { roles: ['ROLE_AGENT'] } },
      ])
    },
  )

  it.each([404, 403])('is 404 if its owner responds %s', async (status) => {
    gateway.appointments.respondWith({ status, body: {} })
    const response = await gateway.call(`${APPOINTMENTS}/a-1/interaction`, { token: agent })
    expect(response.status).toBe(404)
    expect(response.json).toEqual(unknown.body)
  })

  it('is 503 if its owner is unavailable', async () => {
    gateway.appointments.respondWith({ status: 503, body: {} })
    expect((await gateway.call(`${APPOINTMENTS}/a-1/interaction`, { token: agent })).status).toBe(503)
  })

  it('is looked up only for an unknown appointment, and not by its owner', async () => {
    gateway.participants.respondWith({ status: 404, body: { code: 'PARTICIPANT_NOT_FOUND' } })
    expect((await gateway.call(`${APPOINTMENTS}/a-1/interaction`, { token: agent })).status).toBe(404)
    gateway.appointments.respondWith(unknown)
    expect((await gateway.call(`${APPOINTMENTS}/a-1`, { token: agent })).status).toBe(404)
    expect(gateway.appointments.arrivals).toHaveLength(1)
  })
})

describe('more requests than a service may have in flight', () => {
  it('are all served, even if one caller sends them in parallel [H2.3]', async () => {
    const gateway = await startTestGateway({ env: { DEADLINE_MS: '60000' } })
    const all = Array.from({ length: 150 }, () => gateway.call(APPOINTMENTS, { token: agent }))
    expect(new Set((await Promise.all(all)).map(({ status }) => status))).toEqual(new Set([200]))
    expect(gateway.appointments.arrivals).toHaveLength(150)
    await gateway.stop()
  })

  it('do not hold up a search, which is a read although it is a POST', async () => {
    const gateway = await startTestGateway({ env: { UPSTREAM_CONCURRENCY: '1' } })
    const held: ServerResponse[] = []
    gateway.participants.respondWith(({ url }, response) => {
      if (url.includes('/search')) return { body: { content: [] } }
      held.push(response)
      return undefined
    })
    const write = gateway.call(`${APPOINTMENTS}/participants/customers`, {
      method: 'POST',
      token: agent,
      body: {},
    })
    await expect.poll(() => held).toHaveLength(1)
    const search = gateway.call(`${APPOINTMENTS}/search`, {
      method: 'POST',
      token: agent,
      body: { applicationId: 'app-1' },
    })
    // the write is still waiting
    expect((await Promise.race([search, write])).status).toBe(200)
    held[0]?.setHeader('content-type', 'application/json').end('{}')
    await write
    await gateway.stop()
  })

  it('get 504 if their turn does not come in time', async () => {
    const gateway = await startTestGateway({ env: { UPSTREAM_CONCURRENCY: '1', DEADLINE_MS: '300' } })
    gateway.appointments.respondWith(() => undefined)
    const write = () => gateway.call(APPOINTMENTS, { method: 'POST', token: agent, body: {} })
    const responses = await Promise.all([write(), write()])
    expect(responses.map(({ status }) => status)).toEqual([504, 504])
    await gateway.stop()
  })

  it('leave the queue when their client disconnects, including writes, which have not been executed yet', async () => {
    const port = await freePort()
    const env = { UPSTREAM_CONCURRENCY: '1', METRICS_PORT: String(port) }
    const gateway = await startTestGateway({ env })
    const held: ServerResponse[] = []
    gateway.appointments.respondWith((_arrival, response) => {
      held.push(response)
      return undefined
    })
    const write = () => gateway.call(APPOINTMENTS, { method: 'POST', token: agent, body: {} })
    const first = write()
    await expect.poll(() => held).toHaveLength(1)
    const leaving = new AbortController()
    const left = fetch(gateway.url + APPOINTMENTS, {
      method: 'POST',
      headers: { authorization: `Bearer ${agent}`, 'content-type': 'application/json' },
      body: '{"left":true}',
      signal: leaving.signal,
    }).catch(() => 'left')
    const waiting = async () =>
      (await scrape(`http://127.0.0.1:${port}/metrics`)).value('upstream_requests_waiting')
    await expect.poll(waiting).toBe(1)
    leaving.abort()
    await left
    await expect.poll(waiting).toBe(0)
    gateway.appointments.respondWith({ body: {} })
    held[0]?.setHeader('content-type', 'application/json').end('{}')
    expect((await first).status).toBe(200)
    expect((await write()).status).toBe(200)
    expect(gateway.appointments.arrivals.map(({ body }) => body)).toEqual(['{}', '{}'])
    await gateway.stop()
  })
})

describe('requests that wait for a third party', () => {
  it('leave connections for other requests [H2.1]', async () => {
    const gateway = await startTestGateway({ env: { UPSTREAM_CONCURRENCY: '4' } })
    const waiting: ServerResponse[] = []
    gateway.appointments.respondWith(({ url }, response) => {
      if (!url.includes('/activate/')) return { body: { ok: true } }
      waiting.push(response)
      return undefined
    })
    const activations = Array.from({ length: 4 }, (_, n) =>
      gateway.call(`${APPOINTMENTS}/activate/a-${n}`, { method: 'POST', token: machine }),
    )
    // they occupy all turns for writes that wait for a third party
    await expect.poll(() => waiting).toHaveLength(4)
    expect((await gateway.call(`${APPOINTMENTS}/a-1`, { token: agent })).status).toBe(200)
    expect((await gateway.call(APPOINTMENTS, { method: 'POST', token: agent, body: {} })).status).toBe(200)
    for (const response of waiting) response.setHeader('content-type', 'application/json').end('{}')
    expect((await Promise.all(activations)).map(({ status }) => status)).toEqual(Array<number>(4).fill(200))
    await gateway.stop()
  })
})

describe('the message viewer', () => {
  it('is served without authentication if it is enabled', async () => {
    const gateway = await startTestGateway({ env: { DEV_VIEWER: 'true' } })
    gateway.notifications.respondWith({
      headers: { 'content-security-policy': 'script-src self' },
      body: ['message'],
    })
    const response = await gateway.call('/dev/messages?to=x', { headers: { 'x-internal-caller': 'x' } })
    expect(response.json).toEqual(['message'])
    expect(response.headers['content-security-policy']).toBe('script-src self')
    expect(gateway.notifications.arrivals[0]?.url).toBe('/dev/messages?to=x')
    expect(gateway.notifications.arrivals[0]?.headers).not.toHaveProperty('x-internal-caller')
    await gateway.call('/dev/inbox', { method: 'POST', body: { a: 1 } })
    expect(gateway.notifications.arrivals[1]).toMatchObject({ method: 'POST', body: '{"a":1}' })
    expect((await gateway.call('/dev/messages', { method: 'DELETE' })).status).toBe(405)
    await gateway.stop()
  })
})

describe('requests without a token for the notifications service', () => {
  it('arrive unchanged, with the signature of the SMS provider or the ticket of a customer', async () => {
    const gateway = await startTestGateway()
    gateway.notifications.respondWith({
      status: 200,
      headers: { 'content-type': 'text/xml' },
      body: '<Response/>',
    })
    const form = new URLSearchParams({ To: '+4930 1', Body: 'STOP & go' }).toString()
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': 'c2lnbmF0dXJl',
      'x-internal-caller': 'somebody',
    }
    const path = '/twilio/status?n=ntf_1&k=a-b_c'
    const response = await gateway.call(path, { method: 'POST', headers, body: form })
    expect(response.status).toBe(200)
    const [arrival] = gateway.notifications.arrivals
    expect(arrival).toMatchObject({ method: 'POST', url: path, body: form })
    expect(arrival?.headers).toMatchObject({ 'x-twilio-signature': 'c2lnbmF0dXJl' })
    expect(arrival?.headers).not.toHaveProperty('x-internal-caller')
    await gateway.call('/unsubscribe/a.b', { method: 'POST', headers, body: 'List-Unsubscribe=One-Click' })
    expect(gateway.notifications.arrivals.slice(1)).toMatchObject([
      { method: 'POST', url: '/unsubscribe/a.b', body: 'List-Unsubscribe=One-Click' },
    ])
    await gateway.stop()
  })

  it.each([
    ['/twilio/status', 'GET', 'POST'],
    ['/twilio/incoming', 'PUT', 'POST'],
    ['/unsubscribe/a.b', 'DELETE', 'POST'],
  ])('%s rejects %s with 405', async (path, method, allow) => {
    const gateway = await startTestGateway()
    const { status, headers } = await gateway.call(path, { method })
    expect([status, headers.allow]).toEqual([405, allow])
    expect(gateway.arrivals()).toEqual([])
    await gateway.stop()
  })

  it('are rejected if too large', async () => {
    const gateway = await startTestGateway()
    const body = 'x'.repeat(101 * 1024)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await gateway.call('/twilio/incoming', { method: 'POST', headers, body })).status).toBe(413)
    expect(gateway.arrivals()).toEqual([])
    await gateway.stop()
  })
})

describe('the access log', () => {
  it('lists every request without personal data', async () => {
    const lines: unknown[] = []
    const log = createLog('gateway', 'debug', { write: (line) => void lines.push(JSON.parse(line)) })
    const gateway = await startTestGateway({ log })
    await gateway.call(`${APPOINTMENTS}/a-1?email=ada@example.com`, {
      token: agent,
      headers: { 'x-request-id': 'req-9', traceparent: `00-${'a1'.repeat(16)}-${'b2'.repeat(8)}-01` },
    })
    await gateway.call('/security/otp/verify', {
      method: 'POST',
      body: { verificationId: 'v', to: 'ada@example.com', code: '123456' },
    })
    await gateway.call('/nowhere?email=ada@example.com')
    await gateway.stop()
    expect(lines).toContainEqual(
      expect.objectContaining({
        operation: 'v2.getAppointment',
        status: 200,
        requestId: 'req-9',
        traceId: 'a1'.repeat(16),
        method: 'GET',
      }),
    )
    expect(lines).toContainEqual(expect.objectContaining({ operation: 'platform.verifyOtp', status: 401 }))
    expect(JSON.stringify(lines)).not.toMatch(/ada@example|123456|eyJ/)
  })
})

describe('stopping', () => {
  it('completes requests in flight', async () => {
    const gateway = await startTestGateway()
    let release = () => {}
    gateway.appointments.respondWith((_arrival, response) => {
      release = () => response.writeHead(200, { 'content-type': 'application/json' }).end('{"late":true}')
      return undefined
    })
    const inFlight = gateway.call(`${APPOINTMENTS}/a-1`, { token: agent })
    await expect.poll(() => gateway.appointments.arrivals).toHaveLength(1)
    const stopped = gateway.stop()
    release()
    expect((await inFlight).json).toEqual({ late: true })
    await stopped
    await expect(gateway.call('/health/live')).rejects.toThrow()
  })
})
