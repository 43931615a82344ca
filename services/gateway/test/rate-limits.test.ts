import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { silentLog } from '@appointments/runtime'
import { KeyValueAway, type KeyValue } from '../src/key-value/key-value.ts'
import { connectRedis } from '../src/key-value/redis.ts'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { basic } from './support/otp.ts'
import { signed, tokenOf } from './support/tokens.ts'

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
const exchange = () =>
  gateway.call('/security/oauth/token', {
    method: 'POST',
    body: 'grant_type=x',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

describe('limits', () => {
  it('are 600 requests a minute for a token, and tell where they stand [8.5]', async () => {
    gateway = await startTestGateway({ env: { RATE_LIMIT_FACTOR: '1' } })
    const token = tokenOf('ROLE_AGENT')
    const first = await read(token)
    expect(first.headers).toMatchObject({ 'ratelimit-limit': '600', 'ratelimit-remaining': '599' })
    expect(Number(first.headers['ratelimit-reset'])).toBeGreaterThan(0)
    expect(await statuses(600, () => read(token))).toEqual({ 200: 599, 429: 1 })
    const refused = await read(token)
    expect(refused.json).toMatchObject({ code: 'RATE_LIMITED', status: 429 })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.headers['ratelimit-remaining']).toBe('0')
    expect(gateway.appointments.arrivals).toHaveLength(600)

    expect((await read(signed({ jti: 'another' }))).status).toBe(200)
    gateway.clock.pass(60_000)
    expect((await read(token)).status).toBe(200)
  })

  it('are 60 a minute for an address on what is open to anyone, with a token or without', async () => {
    gateway = await startTestGateway({ env: { RATE_LIMIT_FACTOR: '1' } })
    expect(await statuses(30, () => count())).toEqual({ 200: 30 })
    const authorization = `Bearer ${tokenOf('ROLE_AGENT')}`
    expect(await statuses(31, () => count({ authorization }))).toEqual({ 200: 30, 429: 1 })
    expect((await gateway.call('/api/v2/appointments/overlap/count')).status).toBe(429)
    expect((await count({ 'x-forwarded-for': '203.0.113.1' })).status).toBe(429)
    expect((await read(tokenOf('ROLE_AGENT'))).status).toBe(200)
  })

  it('are 10 a minute for an address to get in, each way of its own', async () => {
    gateway = await startTestGateway({ env: { RATE_LIMIT_FACTOR: '1' } })
    expect(await statuses(6, () => bookBasic())).toEqual({ 401: 6 })
    expect(await statuses(6, () => bookBasic('/api/v2/appointments/basic'))).toEqual({ 401: 4, 429: 2 })
    expect(await statuses(12, exchange)).toEqual({ 400: 10, 429: 2 })
    gateway.clock.pass(60_000)
    expect((await bookBasic()).status).toBe(401)
  })

  it('are counted by network for IPv6', async () => {
    gateway = await startTestGateway({ env: { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXY_HOPS: '1' } })
    const from = (address: string) => count({ 'x-forwarded-for': address })
    for (let n = 0; n < 60; n++) await from(`2001:db8:1:1::${n}`)
    expect((await from('2001:db8:1:1::ffff')).status).toBe(429)
    expect((await from('2001:db8:2:1::1')).status).toBe(200)
  })

  it('are multiplied', async () => {
    gateway = await startTestGateway({ env: { RATE_LIMIT_FACTOR: '0.2' } })
    expect(await statuses(14, () => count())).toEqual({ 200: 12, 429: 2 })
    expect((await read(tokenOf('ROLE_AGENT'))).headers['ratelimit-limit']).toBe('120')
  })
})

describe('while the key-value store is away', () => {
  const away = () => Promise.reject(new KeyValueAway())
  const broken: KeyValue = {
    get: away,
    set: away,
    replace: away,
    increment: away,
    decrement: away,
    delete: away,
    addMember: away,
    takeMembers: away,
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
  const expectClosed = async () => {
    for (const call of [bookBasic, ask, verify]) {
      const answer = await call()
      expect(answer.status).toBe(503)
      expect(answer.json).toMatchObject({ code: 'UNAVAILABLE' })
      expect(answer.headers['retry-after']).toBeDefined()
    }
    expect(gateway.published).toHaveLength(0)
  }

  it('tokens are served, one-time passwords are not', async () => {
    gateway = await startTestGateway({ keyValue: broken })
    await expectServed()
    await expectClosed()
  })

  it('so it is with a Redis that takes connections and says nothing', async () => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => void sockets.push(socket))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const keyValue = await connectRedis(`redis://127.0.0.1:${port}`, { log: silentLog })
    gateway = await startTestGateway({ keyValue })
    await expectServed()
    await expectClosed()
    await keyValue.close()
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => silent.close(resolve))
  })
})
