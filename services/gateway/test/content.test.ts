import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { tokenOf } from './support/tokens.ts'

const PATH = '/api/v2/appointments/a-1'
const agent = tokenOf('ROLE_AGENT')
const body = { title: 'x'.repeat(1100) }
const rejected = { code: 'APPOINTMENT_NOT_FOUND' }

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())
beforeEach(() => gateway.reset())

const read = (headers: Record<string, string>, method = 'GET') =>
  gateway.call(PATH, { method, token: agent, headers })

describe('a body over 1 kB', () => {
  beforeEach(() => gateway.appointments.respondWith({ headers: { etag: '"7"' }, body }))

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is compressed with %s on request, with the same entity tag [H5.5]', async (encoding, decode) => {
    const { headers, bytes } = await read({ 'accept-encoding': encoding })
    expect(headers).toMatchObject({ 'content-encoding': encoding, etag: '"7"' })
    expect(headers.vary).toContain('Accept-Encoding')
    expect(bytes.length).toBeLessThan(200)
    expect(JSON.parse(decode(bytes).toString())).toEqual(body)
  })

  it('is compressed with br if br and gzip are accepted equally [H5.5]', async () => {
    expect((await read({ 'accept-encoding': 'gzip, deflate, br' })).headers['content-encoding']).toBe('br')
  })

  it.each<Record<string, string>>([
    {},
    { 'accept-encoding': 'identity' },
    { 'accept-encoding': 'gzip;q=0, br;q=0' },
  ])('is not compressed with %j [H5.5]', async (headers) => {
    const response = await read(headers)
    expect(response.headers).not.toHaveProperty('content-encoding')
    expect(response.headers.vary).toContain('Accept-Encoding')
    expect(response.json).toEqual(body)
  })

  it('is compressed in problems and documents as well [H5.5]', async () => {
    const headers = { 'accept-encoding': 'gzip' }
    gateway.appointments.respondWith({ status: 404, body: { ...rejected, ...body } })
    expect((await read(headers)).headers['content-encoding']).toBe('gzip')
    const document = await gateway.call('/openapi/v2.json', { headers })
    expect(document.headers['content-encoding']).toBe('gzip')
    expect(JSON.parse(gunzipSync(document.bytes).toString())).toHaveProperty('openapi')
  })

  it('is not compressed if it belongs to the operations that give access [H5.5]', async () => {
    const names = Array.from({ length: 60 }, (_, n) => `field-${n}`)
    const response = await gateway.call('/security/otp', {
      method: 'POST',
      headers: { 'accept-encoding': 'br, gzip', prefer: 'handling=strict' },
      body: {
        ...Object.fromEntries(names.map((name) => [name, 1])),
        applicationId: 'app-1',
        channel: 'EMAIL',
      },
    })
    expect(response.status).toBe(400)
    expect(response.bytes.length).toBeGreaterThan(1024)
    expect(response.headers).not.toHaveProperty('content-encoding')
  })

  it('has no body to compress in the response to HEAD [H5.5]', async () => {
    const { status, headers, bytes } = await read({ 'accept-encoding': 'br' }, 'HEAD')
    expect([status, bytes.length]).toEqual([200, 0])
    expect(headers).not.toHaveProperty('content-encoding')
  })
})

it('never compresses a short body [H5.5]', async () => {
  const response = await read({ 'accept-encoding': 'br, gzip' })
  expect(response.headers).not.toHaveProperty('content-encoding')
  expect(response.json).toEqual({ ok: true })
})

describe('a problem', () => {
  const typeOf = async (accept: string | undefined, path = PATH, token?: string) => {
    const { status, headers } = await gateway.call(path, {
      headers: accept === undefined ? {} : { accept },
      ...(token !== undefined && { token }),
    })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(headers.vary).toContain('Accept')
    return headers['content-type']
  }
  const problemType = 'application/problem+json; charset=utf-8'
  const jsonType = 'application/json; charset=utf-8'

  it.each([
    ['application/json', jsonType],
    ['application/json, text/plain, */*', jsonType],
    ['Application/JSON; charset=utf-8', jsonType],
    ['application/json, application/problem+json', problemType],
    ['application/problem+json', problemType],
    ['application/json;q=0', problemType],
    ['application/*', problemType],
    ['*/*', problemType],
    ['text/html', problemType],
    [undefined, problemType],
  ])('for Accept: %s is %s [H5.5]', async (accept, expected) => {
    gateway.appointments.respondWith({
      status: 404,
      headers: { 'content-type': problemType },
      body: rejected,
    })
    // problems of the gateway, of a service, and of an unknown route
    expect(await typeOf(accept)).toBe(expected)
    expect(await typeOf(accept, PATH, agent)).toBe(expected)
    expect(await typeOf(accept, '/api/nowhere')).toBe(expected)
  })

  it('is replayed in the type that the retry accepts [H5.5]', async () => {
    gateway.appointments.respondWith({
      status: 409,
      headers: { 'content-type': problemType, 'x-internal-keep': 'true' },
      body: { code: 'SLOT_TAKEN' },
    })
    const post = (accept: string) =>
      gateway.call('/api/v2/appointments', {
        method: 'POST',
        token: agent,
        body: {},
        headers: { accept, 'idempotency-key': 'kept' },
      })
    expect((await post('*/*')).headers['content-type']).toBe(problemType)
    const again = await post('application/json')
    expect(again.headers).toMatchObject({ 'content-type': jsonType, 'idempotency-replayed': 'true' })
  })
})
