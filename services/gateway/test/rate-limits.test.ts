import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { silentLog } from '@appointments/runtime'
import { freePort } from '@appointments/testing/free-port'
import { scrape } from '@appointments/testing'
import { KeyValueUnavailable, type KeyValue } from '../src/key-value/key-value.ts'
import { connectRedis } from '../src/key-value/redis.ts'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { basic } from './support/otp.ts'
import { exchangedToken, signed, tokenOf } from './support/tokens.ts'

let gateway: TestGateway
afterEach(() => gateway.stop())

const statuses = async (times: number, call: () => Promise<{ status: number }>) => {
  const counted: Record<number, number> = {}
  for (let n = 0; n < times; n++) {
    const { status } = await call()
    counted[status] = (counted[status] ?? 0) + 1
  }
  return counted
}
const read = (token: string) => gateway.call('/api/v2/appointments/a-1', { token })
const count = (headers = {}) => gateway.call('/api/appointments/count', { headers })
const bookBasic = (path = '/api/appointments/basic') =>
  gateway.call(path, { method: 'POST', body: {}, headers: { authorization: basic('x', '123456') } })
const exchange = (ticket = 'ticket-1', headers = {}) =>
  gateway.call('/security/oauth/token', {
    method: 'POST',
    body: `grant_type=x&subject_token=${ticket}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
const CLIENT = { id: 'crm', secret: 'secret-of-the-crm-0123' }
const asClient = { authorization: basic(CLIENT.id, CLIENT.secret) }
const limited = (env = {}) =>
  startTestGateway({
    env: { RATE_LIMIT_FACTOR: '1', BASIC_CLIENTS: `${CLIENT.id}:${CLIENT.secret}`, ...env },
  })

describe('rate limits', () => {
  it('are 600 requests per minute for a token, with the state in the headers [8.5]', async () => {
    gateway = await startTestGateway({ env: { RATE_LIMIT_FACTOR: '1' } })
    const token = tokenOf('ROLE_AGENT')
    const first = await read(token)
    expect(first.headers).toMatchObject({ 'ratelimit-limit': '600', 'ratelimit-remaining': '599' })
    expect(Number(first.headers['ratelimit-reset'])).toBeGreaterThan(0)
    expect(await statuses(600, () => read(token))).toEqual({ 200: 599, 429: 1 })
    const limited = await read(token)
    expect(limited.json).toMatchObject({ code: 'RATE_LIMITED', status: 429 })
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
    expect(limited.headers['ratelimit-remaining']).toBe('0')
    expect(gateway.appointments.arrivals).toHaveLength(600)

    expect((await read(signed({ jti: 'another' }))).status).toBe(200)
    gateway.clock.pass(60_000)
    expect((await read(token)).status).toBe(200)
  })

  it('count all tokens of a customer together, and no others [H2.5]', async () => {
    gateway = await limited()
    const left = async (appointmentId: string, participantId: string, kind?: 'manage') => {
      const token = await exchangedToken(gateway, { appointmentId, participantId }, kind)
      return Number((await read(token)).headers['ratelimit-remaining'])
    }
    expect([await left('a-1', 'p-1'), await left('a-1', 'p-1')]).toEqual([599, 598])
    expect(await left('a-1', 'p-1', 'manage')).toBe(597)
    expect([await left('a-1', 'p-2'), await left('a-2', 'p-1')]).toEqual([599, 599])
  })

  it('are 60 per minute for an address; callers with credentials are counted individually [H2.5]', async () => {
    gateway = await limited()
    expect(await statuses(61, () => count())).toEqual({ 200: 60, 429: 1 })
    expect((await gateway.call('/api/v2/appointments/overlap/count')).status).toBe(429)
    expect((await count({ 'x-forwarded-for': '203.0.113.1' })).status).toBe(429)
    const byToken = await count({ authorization: `Bearer ${tokenOf('ROLE_AGENT')}` })
    expect(byToken.status).toBe(200)
    expect(byToken.headers['ratelimit-limit']).toBe('600')
    expect((await count(asClient)).headers).toMatchObject({
      'ratelimit-limit': '600',
      'ratelimit-remaining': '599',
    })
  })

  it.each([
    ['120 per minute for an address that reads slots without a token', 'slots', 'GET', 120],
    ['10 per minute for an address that holds slots without a token', 'holds', 'POST', 10],
  ])('are %s; a token is counted by itself', async (_, what, method, most) => {
    gateway = await limited()
    const ask = (headers = {}) =>
      gateway.call(`/api/v2/availability/${what}`, {
        method,
        headers,
        ...(method === 'POST' && { body: {} }),
      })
    const counted = await statuses(most + 1, () => ask())
    expect([counted[429], Object.keys(counted).length]).toEqual([1, 2])
    expect((await ask()).json).toMatchObject({ code: 'RATE_LIMITED' })
    const withToken = await ask({ authorization: `Bearer ${tokenOf('ROLE_AGENT')}` })
    expect(withToken.headers).toMatchObject({ 'ratelimit-limit': '600', 'ratelimit-remaining': '599' })
    expect(withToken.status).not.toBe(429)
  })

  it('count clients of two organizations separately, even with the same id', async () => {
    gateway = await limited({
      BASIC_CLIENTS: 'org-1=crm:secret-of-the-crm-0123,org-2=crm:secret-of-the-crm-4567',
    })
    const left = async (secret: string) =>
      (await count({ authorization: basic('crm', secret) })).headers['ratelimit-remaining']
    expect([await left('secret-of-the-crm-0123'), await left('secret-of-the-crm-4567')]).toEqual([
      '599',
      '599',
    ])
  })

  it('increase the counter of the alert, labelled with the name of the limit [H2.5]', async () => {
    const port = await freePort()
    gateway = await limited({ METRICS_PORT: String(port) })
    const counted = async (limit: string) =>
      (await scrape(`http://127.0.0.1:${port}/metrics`)).value('rate_limited_requests_total', { limit }) ?? 0
    expect(await statuses(60, () => count())).toEqual({ 200: 60 })
    expect(await counted('address')).toBe(0)
    expect(await statuses(3, () => count())).toEqual({ 429: 3 })
    expect([await counted('address'), await counted('token')]).toEqual([3, 0])
    expect(await statuses(12, () => bookBasic())).toMatchObject({ 429: 2 })
    expect(await counted('basic')).toBe(2)
  })

  it('count all spellings of a signature as one token [H2.5]', async () => {
    gateway = await limited()
    const token = tokenOf('ROLE_AGENT')
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const last = alphabet.indexOf(token.at(-1)!)
    // 32 bytes take 43 characters, the last of which has two unused bits
    const spellings = [0, 1, 2, 3].map((spare) => token.slice(0, -1) + alphabet[(last & ~3) + spare]!)
    const left = []
    for (const spelling of spellings) {
      const response = await read(spelling)
      if (response.status === 200) left.push(Number(response.headers['ratelimit-remaining']))
    }
    expect(left.at(-1)).toBe(600 - left.length)
  })

  it('are 10 bookings per minute for an address without client credentials [H2.5]', async () => {
    gateway = await limited()
    expect(await statuses(6, () => bookBasic())).toEqual({ 401: 6 })
    expect(await statuses(6, () => bookBasic('/api/v2/appointments/basic'))).toEqual({ 401: 4, 429: 2 })
    const byClient = () =>
      gateway.call('/api/v2/appointments/basic', {
        method: 'POST',
        body: {},
        headers: { ...asClient, 'x-otp-verification-id': 'unknown' },
      })
    expect(await statuses(30, byClient)).toEqual({ 401: 30 })
    gateway.clock.pass(60_000)
    expect((await bookBasic()).status).toBe(401)
  })

  it('are 10 exchanges per minute for a ticket and 300 for an address [H2.5]', async () => {
    gateway = await limited()
    expect(await statuses(12, () => exchange())).toEqual({ 400: 10, 429: 2 })
    let next = 0
    expect(await statuses(289, () => exchange(`another-${++next}`))).toEqual({ 400: 288, 429: 1 })
    expect((await exchange('another', asClient)).status).toBe(400)
  })

  it('are 60 failed tokens per minute for an address, without effect on valid tokens [H2.5]', async () => {
    gateway = await limited()
    expect(await statuses(61, () => read('no-token'))).toEqual({ 401: 60, 429: 1 })
    expect((await exchange('t', { authorization: 'Bearer no-token' })).status).toBe(429)
    expect((await read(tokenOf('ROLE_AGENT'))).status).toBe(200)
  })

  it('are 60 unsubscribe requests and 1200 provider callbacks per minute for an address [H2.5]', async () => {
    gateway = await limited()
    expect(await statuses(61, () => gateway.call('/unsubscribe/ticket-1', { method: 'POST' }))).toEqual({
      200: 60,
      429: 1,
    })
    const callback = () => gateway.call('/twilio/status', { method: 'POST', body: 'a=b' })
    expect((await callback()).headers).toMatchObject({
      'ratelimit-limit': '1200',
      'ratelimit-remaining': '1199',
    })
    gateway.clock.pass(60_000)
    expect(await statuses(1201, callback)).toEqual({ 200: 1200, 429: 1 })
  })

  it('trust only proxies of the configured networks, also in a chain [H2.5]', async () => {
    gateway = await limited({ TRUSTED_PROXIES: '127.0.0.1/32, 10.0.0.0/8' })
    const from = (addresses: string) => count({ 'x-forwarded-for': addresses })
    for (let n = 0; n < 60; n++) await from('203.0.113.1, 10.1.2.3')
    expect((await from('203.0.113.1')).status).toBe(429)
    // an address before an untrusted one may be forged
    expect((await from('198.51.100.7, 203.0.113.1, 10.9.9.9')).status).toBe(429)
    expect((await from('203.0.113.2, 10.1.2.3')).status).toBe(200)
  })

  it('ignore the port that a proxy adds to the address of a client', async () => {
    gateway = await limited({ TRUSTED_PROXIES: 'loopback' })
    const from = (address: string) => count({ 'x-forwarded-for': address })
    for (let n = 0; n < 60; n++) await from(`203.0.113.1:${50_000 + n}`)
    expect((await from('203.0.113.1:61000')).status).toBe(429)
    expect((await from('203.0.113.1')).status).toBe(429)
    expect((await from('203.0.113.2:50000')).status).toBe(200)
  })

  it('count IPv6 clients by network', async () => {
    gateway = await startTestGateway({ env: { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: 'loopback' } })
    const from = (address: string) => count({ 'x-forwarded-for': address })
    for (let n = 0; n < 60; n++) await from(`2001:db8:1:1::${n}`)
    expect((await from('2001:db8:1:1::ffff')).status).toBe(429)
    expect((await from('2001:db8:2:1::1')).status).toBe(200)
  })

  it('are multiplied by RATE_LIMIT_FACTOR', async () => {
    gateway = await startTestGateway({ env: { RATE_LIMIT_FACTOR: '0.2' } })
    expect(await statuses(14, () => count())).toEqual({ 200: 12, 429: 2 })
    expect((await read(tokenOf('ROLE_AGENT'))).headers['ratelimit-limit']).toBe('120')
  })
})

describe('while the key-value store is unavailable', () => {
  const unavailable = () => Promise.reject(new KeyValueUnavailable())
  const broken: KeyValue = {
    get: unavailable,
    set: unavailable,
    replace: unavailable,
    increment: unavailable,
    decrement: unavailable,
    delete: unavailable,
    addMember: unavailable,
    takeMembers: unavailable,
    close: () => Promise.resolve(),
  }
  const ask = () =>
    gateway.call('/security/otp', {
      method: 'POST',
      body: { applicationId: 'a', channel: 'EMAIL', to: 'ada@example.com' },
    })
  const verify = () =>
    gateway.call('/security/otp/verify', {
      method: 'POST',
      body: { verificationId: 'v', to: 'ada@example.com', code: '123456' },
    })
  const write = () =>
    gateway.call('/api/v2/appointments', {
      method: 'POST',
      body: {},
      token: tokenOf('ROLE_AGENT'),
      headers: { 'idempotency-key': 'k' },
    })
  const remove = () =>
    gateway.call('/api/v2/appointments/a-1', { method: 'DELETE', token: tokenOf('ROLE_AGENT') })

  const expectServed = async () => {
    expect((await read(tokenOf('ROLE_AGENT'))).status).toBe(200)
    expect((await count()).status).toBe(200)
    expect((await write()).status).toBe(200)
    expect((await write()).status).toBe(200)
    expect((await remove()).status).toBe(200)
    expect((await exchange()).status).toBe(400)
    expect((await gateway.call('/health/ready')).status).toBe(200)
  }
  const expectUnavailable = async () => {
    for (const call of [bookBasic, ask, verify]) {
      const response = await call()
      expect(response.status).toBe(503)
      expect(response.json).toMatchObject({ code: 'UNAVAILABLE' })
      expect(response.headers['retry-after']).toBeDefined()
    }
    expect(gateway.published).toHaveLength(0)
  }

  it('serves tokens but rejects one-time passwords', async () => {
    gateway = await startTestGateway({ keyValue: broken })
    await expectServed()
    await expectUnavailable()
  })

  it('does the same if Redis accepts connections but never responds', async () => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => void sockets.push(socket))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const keyValue = await connectRedis(`redis://127.0.0.1:${port}`, { log: silentLog })
    gateway = await startTestGateway({ keyValue })
    await expectServed()
    await expectUnavailable()
    await keyValue.close()
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => silent.close(resolve))
  })
})
