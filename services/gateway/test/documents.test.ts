import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asyncapi, asyncapiWebhooks, openapi, weeksToMove, withDatesMoved } from '@appointments/documents'
import { createResponseCheck } from '@appointments/testing/response-check'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { proxiedOperations } from './support/operations.ts'
import type { Received } from './support/send.ts'
import { tokenOf } from './support/tokens.ts'

const PUBLIC_URL = 'https://appointments.example.com'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({ env: { PUBLIC_URL } })
})
afterAll(() => gateway.stop())

describe('documents', () => {
  it.each([
    ['/openapi/v1.json', () => openapi('v1', PUBLIC_URL)],
    ['/openapi/v2.json', () => openapi('v2', PUBLIC_URL)],
    ['/asyncapi.json', asyncapi],
    ['/asyncapi/webhooks.json', asyncapiWebhooks],
  ])('%s is served without authentication [9.1]', async (path, made) => {
    const response = await gateway.call(path)
    expect(response.status).toBe(200)
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(response.text).toBe(withDatesMoved(JSON.stringify(made()), weeksToMove(gateway.clock.now())))
    const again = await gateway.call(path, { headers: { 'if-none-match': response.headers.etag ?? '' } })
    expect(again).toMatchObject({ status: 304, text: '' })
  })

  it('serves no other document', async () => {
    expect((await gateway.call('/openapi/v3.json')).json).toMatchObject({ code: 'ROUTE_NOT_FOUND' })
    expect((await gateway.call('/OPENAPI/v2.json')).status).toBe(404)
  })
})

describe('the examples while the gateway runs for a year', () => {
  const paths = ['/openapi/v1.json', '/openapi/v2.json', '/asyncapi.json', '/asyncapi/webhooks.json']
  let running: TestGateway
  beforeAll(async () => {
    running = await startTestGateway({ env: { PUBLIC_URL } })
  })
  afterAll(() => running.stop())

  it.each(paths)('in %s always start in the future [H0]', async (path) => {
    for (const days of [0, 1, 8, 365]) {
      running.clock.pass(days * 86_400_000)
      const now = running.clock.now().getTime()
      const starts = startsIn((await running.call(path)).json)
      expect(starts.length).toBeGreaterThan(0)
      for (const start of starts) expect(Date.parse(start)).toBeGreaterThan(now)
    }
  })

  it('keep the weekday, the time of day and the distance between dates [H0]', async () => {
    const exampleOf = (document: unknown) =>
      (document as Served).paths['/api/v2/appointments/reschedule']!.put.responses[200].content[
        'application/json'
      ].example
    const written = exampleOf(openapi('v2', PUBLIC_URL))
    const served = exampleOf((await running.call('/openapi/v2.json')).json)
    const moved = Date.parse(served.start) - Date.parse(written.start)
    expect(moved % (7 * 86_400_000)).toBe(0)
    expect(moved).not.toBe(0)
    expect(Date.parse(served.end) - Date.parse(written.end)).toBe(moved)
  })
})

interface Served {
  paths: Record<
    string,
    {
      put: {
        responses: { 200: { content: { 'application/json': { example: { start: string; end: string } } } } }
      }
    }
  >
}

/** Every start in the examples of a document; in a schema, the member of that name is an object. */
const startsIn = (part: unknown): string[] =>
  typeof part !== 'object' || part === null
    ? []
    : Object.entries(part).flatMap(([name, value]: [string, unknown]) =>
        name === 'start' && typeof value === 'string' && /^20\d\d-/.test(value) ? [value] : startsIn(value),
      )

describe("the gateway's responses match the documents", () => {
  const check = createResponseCheck(openapi('v1', PUBLIC_URL), openapi('v2', PUBLIC_URL))
  const faultsOf = (method: string, path: string, { status, headers, text, json }: Received) => {
    const received = new Headers(
      Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    )
    return check({ method, path, status, headers: received, body: text === '' ? undefined : json })
  }

  it.each(proxiedOperations)('$name without a token', async ({ path, operation: { method, access } }) => {
    // the service decides about these operations; the tests in access.test.ts cover them
    if (access === 'open' || (typeof access === 'object' && 'withoutToken' in access)) return
    const response = await gateway.call(path, { method })
    expect(response.status).toBe(401)
    expect(faultsOf(method, path, response)).toEqual([])
  })

  it.each(proxiedOperations)('$name while its service is unavailable', async ({ path, operation }) => {
    const { method, access, owner } = operation
    if (access === 'otp' || owner === 'gateway') return
    const service = gateway[owner]
    service.respondWith((_arrival, response) => {
      response.destroy()
      return undefined
    })
    const role = typeof access === 'object' ? access.roles[0] : undefined
    const response = await gateway.call(path, { method, ...(role && { token: tokenOf(role) }) })
    service.reset()
    expect(response.status).toBe(503)
    expect(faultsOf(method, path, response)).toEqual([])
  })

  it.each([
    [
      'a request for a password',
      '/security/otp',
      { applicationId: 'demo', channel: 'EMAIL', to: 'a@b.example' },
    ],
    ['an invalid request for a password', '/security/otp', { channel: 'PIGEON' }],
    ['a wrong password', '/security/otp/verify', { verificationId: 'x', to: 'a@b.example', code: '123456' }],
    ['an invalid token request', '/security/oauth/token', { grant_type: 'x' }],
  ])('%s', async (_, path, body) => {
    expect(faultsOf('POST', path, await gateway.call(path, { method: 'POST', body }))).toEqual([])
  })

  it('for unknown routes', async () => {
    for (const [method, path] of [
      ['GET', '/api/v3/appointments'],
      ['PATCH', '/api/v2/appointments/a-1'],
    ] as const)
      expect(faultsOf(method, path, await gateway.call(path, { method }))).toEqual([])
  })
})

describe('the page', () => {
  it('may load from and send to its own origin only', async () => {
    const page = await gateway.call('/docs')
    expect(page.status).toBe(200)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    const policy = String(page.headers['content-security-policy']).split('; ')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("connect-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy.join()).not.toMatch(/unsafe|https?:|\*/)
  })

  it('refers only to files that the gateway serves', async () => {
    const { text } = await gateway.call('/docs')
    const addresses = [...text.matchAll(/(?:src|href)="([^"?]+)"/g)].map(([, address]) => address!)
    expect(addresses.length).toBeGreaterThan(4)
    for (const address of addresses) {
      expect(address).toMatch(/^\//)
      expect((await gateway.call(address)).status, address).toBe(200)
    }
  })

  it('exposes no other files', async () => {
    for (const path of [
      '/docs/index.html',
      '/docs/package.json',
      '/docs/..%2fpackage.json',
      '/docs/page.js%00',
    ])
      expect((await gateway.call(path)).status, path).toBe(404)
  })

  it('does not loosen the content security policy of API responses', async () => {
    const { headers } = await gateway.call('/api/v2/appointments/a-1')
    expect(headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'")
    expect(headers['cache-control']).toBe('no-store')
  })
})
