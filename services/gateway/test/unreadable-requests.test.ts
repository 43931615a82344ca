import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConnection, type RawResponse } from '@appointments/testing'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { tokenOf } from './support/tokens.ts'

const APPOINTMENTS = '/api/v2/appointments'
const agent = tokenOf('ROLE_AGENT')
const DEADLINE_MS = 300

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({ env: { DEADLINE_MS: String(DEADLINE_MS) } })
})
afterAll(() => gateway.stop())
beforeEach(() => gateway.reset())

const head = (line: string, fields: Record<string, string> = {}) => {
  const all = { host: 'gateway', authorization: `Bearer ${agent}`, ...fields }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${line} HTTP/1.1\r\n${lines.join('')}\r\n`
}
const POST = `POST ${APPOINTMENTS}`
const json = { 'content-type': 'application/json' }
const good = head(POST, { ...json, 'content-length': '2' }) + '{}'

/** Sends bytes and returns the first response, and whether the connection serves another request afterwards. */
async function exchange(bytes: string): Promise<{ response: RawResponse | undefined; isUsable: boolean }> {
  const connection = await openConnection(gateway.url)
  connection.write(bytes)
  const response = await connection.response()
  if (response?.headers.connection === 'close') {
    await connection.end()
    return { response, isUsable: false }
  }
  connection.write(good)
  const next = await connection.response()
  connection.destroy()
  return { response, isUsable: next?.status === 200 }
}

const problemOf = (response: RawResponse | undefined) => {
  expect(response?.headers['content-type']).toContain('json')
  return JSON.parse(response?.text ?? '') as Record<string, unknown>
}

const manyFields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, place) => [`x-${place}`, '1']))

describe('a header', () => {
  it('of 100 fields is accepted, of 101 is 431 [H4]', async () => {
    // host and authorization make 100
    expect((await exchange(head(`GET ${APPOINTMENTS}/a`, manyFields(98)))).response?.status).toBe(200)
    for (const key of [{}, { 'idempotency-key': 'k' }]) {
      const { response, isUsable } = await exchange(head(POST, { ...manyFields(99), ...key }))
      expect(response?.status).toBe(431)
      expect(problemOf(response)).toMatchObject({ code: 'HEADERS_TOO_LARGE', status: 431 })
      expect(isUsable).toBe(true)
    }
    // the three POST requests were sent by `exchange` to show that each connection stays usable
    expect(gateway.arrivals().map(({ method }) => method)).toEqual(['GET', 'POST', 'POST', 'POST'])
  })

  it('of too many bytes is 431 with a problem document [H4]', async () => {
    const { response, isUsable } = await exchange(head(POST, { 'x-long': 'x'.repeat(40_000) }))
    expect(response?.status).toBe(431)
    const problem = problemOf(response)
    expect(problem).toMatchObject({ code: 'HEADERS_TOO_LARGE', status: 431 })
    expect(response?.headers['x-request-id']).toBe(problem.requestId)
    expect(isUsable).toBe(false)
  })
})

describe('bytes that are not a valid request', () => {
  it.each([
    ['nonsense', 'nonsense\r\n\r\n'],
    ['a TLS handshake', '\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n'],
    ['an unknown method', head(`NONSENSE ${APPOINTMENTS}`)],
    ['two lengths', head(POST, { ...json, 'content-length': '2', 'Content-Length': '3' }) + '{}'],
    ['a length that is not a number', head(POST, { ...json, 'content-length': '2x' }) + '{}'],
    ['a negative length', head(POST, { ...json, 'content-length': '-1' }) + '{}'],
    ['a length beside chunks', head(POST, { 'content-length': '2', 'transfer-encoding': 'chunked' }) + '{}'],
    ['an encoding without chunks', head(POST, { ...json, 'transfer-encoding': 'gzip' }) + '{}'],
    ['chunks that are not the last encoding', head(POST, { 'transfer-encoding': 'chunked, gzip' }) + '{}'],
    ['a space before the colon', `${POST} HTTP/1.1\r\nhost : gateway\r\n\r\n`],
    ['NUL in a field', head(POST, { 'x-nul': 'a\0b' })],
    ['a chunk without a size', head(POST, { ...json, 'transfer-encoding': 'chunked' }) + 'zz\r\n{}\r\n'],
  ])('%s: 400 with a problem document and a closed connection [H4]', async (_kind, bytes) => {
    const { response, isUsable } = await exchange(bytes)
    expect(response?.status).toBe(400)
    expect(problemOf(response)).toMatchObject({ code: 'VALIDATION_FAILED', status: 400 })
    expect(response?.headers.connection).toBe('close')
    expect(isUsable).toBe(false)
    expect(gateway.arrivals()).toEqual([])
  })

  it('after a valid request do not affect its response [H4]', async () => {
    const connection = await openConnection(gateway.url)
    connection.write(`${good}nonsense\r\n\r\n`)
    expect(await connection.response()).toMatchObject({ status: 200, text: '{"ok":true}' })
    await connection.end()
    expect(await connection.response()).toBeUndefined()
  })
})

describe('Expect: 100-continue', () => {
  it.each([
    ['an accepted body', head(POST, { ...json, 'content-length': '2', expect: '100-continue' }), 200],
    [
      'no token',
      head(POST, { ...json, 'content-length': '2', expect: '100-continue', authorization: '' }),
      401,
    ],
    ['a body that is too large', head(POST, { 'content-length': '900000', expect: '100-continue' }), 413],
    ['another expectation', head(POST, { ...json, 'content-length': '2', expect: 'a miracle' }), 200],
  ])('with %s does not change the response [H4]', async (_kind, bytes, status) => {
    const { response } = await exchange(`${bytes}{}`)
    expect(response?.status).toBe(status)
  })
})

describe('a rejection', () => {
  const rejections = [
    ['of a missing token', { authorization: '', 'content-length': '50000000' }, APPOINTMENTS, 401],
    ['of a wrong token', { authorization: 'Bearer x', 'content-length': '50000000' }, APPOINTMENTS, 401],
    ['of a long body', { 'content-length': '50000000' }, APPOINTMENTS, 413],
    ['of an unknown path', { 'content-length': '50000000' }, '/api/nowhere', 404],
    ['of a long form', { 'content-length': '50000000' }, '/security/oauth/token', 413],
    ['of too many fields', { ...manyFields(101), 'content-length': '50000000' }, APPOINTMENTS, 431],
  ] as const
  it.each(
    rejections.flatMap(([kind, fields, path, status]) => [
      { kind: `${kind}, unkeyed`, fields, path, status },
      { kind: `${kind}, keyed`, fields: { ...fields, 'idempotency-key': 'k' }, path, status },
    ]),
  )(
    '$kind, with an unread body closes the connection after the client has read it [H4]',
    async (rejection) => {
      const { fields, path, status } = rejection
      const type = path.endsWith('token') ? 'application/x-www-form-urlencoded' : 'application/json'
      const connection = await openConnection(gateway.url)
      connection.write(head(`POST ${path}`, { 'content-type': type, ...fields }))
      const chunk = Buffer.alloc(64_000, 'x')
      for (let sent = 0; sent < 20; sent += 1) connection.write(chunk)
      const response = await connection.response()
      expect(response?.status).toBe(status)
      expect(response?.headers.connection).toBe('close')
      for (let sent = 0; sent < 20; sent += 1) connection.write(chunk)
      await connection.end()
    },
  )

  it('of a chunked body that becomes too large closes the connection [H4]', async () => {
    const connection = await openConnection(gateway.url)
    connection.write(head(POST, { ...json, 'transfer-encoding': 'chunked' }))
    for (let sent = 0; sent < 20; sent += 1) connection.write(`2710\r\n${'x'.repeat(10_000)}\r\n`)
    expect(await connection.response()).toMatchObject({ status: 413, headers: { connection: 'close' } })
    await connection.end()
  })

  it('that closes the connection is the last response on it [H4]', async () => {
    const connection = await openConnection(gateway.url)
    connection.write(head(POST, { authorization: '', 'content-length': '100' }))
    expect(await connection.response()).toMatchObject({ status: 401, headers: { connection: 'close' } })
    connection.write('x'.repeat(100) + good)
    await connection.end()
    expect(await connection.response()).toBeUndefined()
    expect(gateway.arrivals()).toEqual([])
  })

  it('whose body was read leaves the connection usable [H4]', async () => {
    const { response, isUsable } = await exchange(good.replace(agent, 'x'))
    expect([response?.status, isUsable]).toEqual([401, true])
  })
})

describe('a body that never ends', () => {
  it.each([
    ['/security/otp', 'application/json', 'code'],
    ['/security/otp/verify', 'application/json', 'code'],
    ['/security/oauth/token', 'application/x-www-form-urlencoded', 'error'],
    [APPOINTMENTS, 'application/json', 'code'],
  ])('to %s is 400 at the deadline and closes the connection [H4]', async (path, type, field) => {
    const connection = await openConnection(gateway.url)
    const began = performance.now()
    connection.write(head(`POST ${path}`, { 'content-type': type, 'content-length': '50' }) + '{')
    const response = await connection.response()
    const tookMs = performance.now() - began
    expect(response).toMatchObject({ status: 400, headers: { connection: 'close' } })
    expect(problemOf(response)).toHaveProperty(field)
    expect(tookMs).toBeGreaterThan(DEADLINE_MS - 50)
    expect(tookMs).toBeLessThan(5000)
    await connection.end()
  })
})
