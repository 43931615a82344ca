import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { tokenOf } from './support/tokens.ts'

const DESK = 'https://desk.example.com'
const agent = tokenOf('ROLE_AGENT')

const PATHS = [
  '/api/appointments/a-1',
  '/api/v2/appointments/a-1',
  '/api/v2/applications/app-1',
  '/security/otp',
]

const preflight = (gateway: TestGateway, path: string, origin = DESK) =>
  gateway.call(path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,idempotency-key,if-match',
    },
  })
const namesIn = (header: string | undefined) => (header ?? '').split(/\s*,\s*/)

describe('with a list of origins', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    const env = { CORS_ORIGINS: `${DESK}, https://other.example.com`, RATE_LIMIT_FACTOR: '0.001' }
    gateway = await startTestGateway({ env })
  })
  afterAll(() => gateway.stop())

  it.each(PATHS)(
    'responds 204 to a preflight request for %s, without a token or a limit [H5.6]',
    async (path) => {
      // more often than every limit allows
      for (let n = 0; n < 5; n++) {
        const { status, headers, text } = await preflight(gateway, path)
        expect([status, text]).toEqual([204, ''])
        expect(headers).toMatchObject({
          'access-control-allow-origin': DESK,
          'access-control-max-age': '7200',
        })
        expect(namesIn(headers['access-control-allow-headers'])).toEqual([
          'authorization',
          'content-type',
          'idempotency-key',
          'if-match',
          'if-none-match',
          'last-event-id',
          'prefer',
          'x-request-id',
          'x-otp-verification-id',
          'x-otp-code',
        ])
        expect(namesIn(headers['access-control-allow-methods'])).toEqual(
          expect.arrayContaining(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
        )
        expect(namesIn(headers.vary)).toContain('Origin')
      }
      expect(gateway.arrivals()).toEqual([])
    },
  )

  it.each(PATHS)('lets a page of an allowed origin read errors of %s [H5.6]', async (path) => {
    const method = path === '/security/otp' ? 'POST' : 'GET'
    const { status, headers } = await gateway.call(path, { method, headers: { origin: DESK } })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(headers['access-control-allow-origin']).toBe(DESK)
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
    expect(namesIn(headers['access-control-expose-headers'])).toEqual(
      expect.arrayContaining([
        'ETag',
        'Location',
        'WWW-Authenticate',
        'Retry-After',
        'RateLimit-Limit',
        'RateLimit-Remaining',
        'RateLimit-Reset',
        'Deprecation',
        'Link',
        'Idempotency-Replayed',
        'x-request-id',
      ]),
    )
  })

  it('allows no other origin [H5.6]', async () => {
    for (const origin of ['https://evil.example.com', 'null', `${DESK}.evil.example.com`]) {
      const responses = [
        await preflight(gateway, PATHS[0]!, origin),
        await gateway.call(PATHS[0]!, { token: agent, headers: { origin } }),
      ]
      for (const { headers } of responses) expect(headers).not.toHaveProperty('access-control-allow-origin')
    }
  })

  it('varies by origin even without an Origin header, so that no cache mixes responses [H5.6]', async () => {
    const { headers } = await gateway.call(PATHS[1]!, { token: tokenOf('ROLE_SUPERVISOR') })
    expect(namesIn(headers.vary)).toContain('Origin')
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })

  it('lists the allowed methods for an OPTIONS request that is not a preflight request [H5.6]', async () => {
    for (const headers of [{ origin: DESK }, {}]) {
      const { status, headers: got } = await gateway.call('/api/appointments', { method: 'OPTIONS', headers })
      expect([status, got.allow]).toEqual([204, 'GET, HEAD, POST, PUT'])
    }
  })
})

it('lets pages of every origin read responses with * [H5.6]', async () => {
  const gateway = await startTestGateway({ env: { CORS_ORIGINS: '*' } })
  const response = await gateway.call(PATHS[1]!, {
    token: agent,
    headers: { origin: 'http://localhost:5173' },
  })
  expect([response.status, response.headers['access-control-allow-origin']]).toEqual([200, '*'])
  expect((await preflight(gateway, PATHS[1]!, 'http://localhost:5173')).status).toBe(204)
  await gateway.stop()
})

it('lets no page read responses if no origins are configured [H5.6]', async () => {
  const gateway = await startTestGateway()
  const { status, headers } = await preflight(gateway, PATHS[0]!)
  expect(status).toBe(204)
  expect(headers).not.toHaveProperty('access-control-allow-origin')
  const response = await gateway.call(PATHS[0]!, { token: agent, headers: { origin: DESK } })
  expect(response.headers).not.toHaveProperty('access-control-allow-origin')
  await gateway.stop()
})

it.each(['desk.example.com', 'https://desk.example.com/', 'https://desk.example.com/app', ''])(
  'does not start with %j among the origins [H5.6]',
  async (origin) => {
    const env = { CORS_ORIGINS: `${DESK},${origin}` }
    await expect(startTestGateway({ env })).rejects.toThrow('CORS_ORIGINS')
  },
)
