import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { problems, problemType } from '@appointments/contracts'
import { createInProcessKeyValue } from '../src/key-value/in-process.ts'
import type { KeyValue } from '../src/key-value/key-value.ts'
import { createTestClock, startTestGateway, type TestGateway } from './support/gateway.ts'
import { proxiedOperations } from './support/operations.ts'
import { signed, tokenOf } from './support/tokens.ts'

const PATH = '/api/v2/appointments'
const token = tokenOf('ROLE_AGENT')
const kept = { 'x-internal-keep': 'true' }
const about = (appointmentId: string) => ({ 'x-internal-appointment': appointmentId, ...kept })

let gateway: TestGateway
let lastKey = 0
const newKey = () => `key-${++lastKey}`
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())
beforeEach(() => {
  gateway.reset()
  gateway.appointments.respondWith({ headers: { ...about('a-1'), etag: '"1"' }, body: { id: 'a-1' } })
})

interface Write {
  key: string
  method?: string
  path?: string
  body?: unknown
  as?: string
}
const write = ({ key, method = 'POST', path = PATH, body = { title: 'x' }, as = token }: Write) =>
  gateway.call(path, { method, body, token: as, headers: { 'idempotency-key': key } })
const arrived = () => gateway.arrivals().length

describe('an idempotency key', () => {
  const writes = proxiedOperations.filter(
    ({ operation: { method, access, isRead } }) =>
      (method === 'POST' || method === 'PUT') && !isRead && typeof access === 'object',
  )
  it.each(writes)('is validated and forwarded by $name', async ({ path, operation }) => {
    const { access } = operation
    const as = tokenOf(typeof access === 'object' ? access.roles[0]! : 'ROLE_AGENT')
    for (const bad of ['', 'a b', 'x'.repeat(256), 'h\u00e9', 'tab\there']) {
      const rejected = await write({ key: bad, method: operation.method, path, as })
      expect(rejected.status).toBe(400)
      expect(rejected.json).toMatchObject({
        code: 'VALIDATION_FAILED',
        errors: [{ header: 'Idempotency-Key' }],
      })
    }
    expect(arrived()).toBe(0)
    const key = newKey()
    await write({ key, method: operation.method, path, as })
    expect(gateway.arrivals()[0]?.headers['idempotency-key']).toBe(key)
  })

  it('may have up to 255 visible characters', async () => {
    expect((await write({ key: `~!{"}${'x'.repeat(250)}` })).status).toBe(200)
  })

  it('is ignored on reads', async () => {
    const read = () => gateway.call(`${PATH}/a-1`, { token, headers: { 'idempotency-key': 'a b' } })
    expect((await read()).status).toBe(200)
    expect((await read()).headers).not.toHaveProperty('idempotency-replayed')
    expect(arrived()).toBe(2)
  })

  it('is checked after token and role', async () => {
    expect((await write({ key: 'a b', as: 'nonsense' })).status).toBe(401)
    expect((await write({ key: 'a b', as: tokenOf('ROLE_SUPERVISOR') })).status).toBe(403)
  })
})

describe('a retry', () => {
  it('gets the first response without a call to the service', async () => {
    const key = newKey()
    const first = await write({ key })
    const second = await write({ key })
    expect(first.headers).not.toHaveProperty('idempotency-replayed')
    expect(second.headers).toMatchObject({
      'idempotency-replayed': 'true',
      etag: '"1"',
      'content-type': 'application/json',
      'cache-control': 'no-store',
    })
    expect([second.status, second.text]).toEqual([first.status, first.text])
    expect(Object.keys(second.headers).filter((name) => name.startsWith('x-internal'))).toEqual([])
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
    expect(arrived()).toBe(1)
  })

  it('is recognized with another token of the same caller', async () => {
    const key = newKey()
    await write({ key })
    const again = await write({ key, as: tokenOf('ROLE_AGENT', { jti: 'another' }) })
    expect(again.headers['idempotency-replayed']).toBe('true')
  })

  it('is replayed without the service for 15 minutes [H2.4]', async () => {
    const own = await startTestGateway()
    own.appointments.respondWith({ headers: about('a-1'), body: {} })
    const repeat = () => {
      const as = signed({ exp: Math.floor(own.clock.now().getTime() / 1000) + 7200 })
      return own.call(PATH, { method: 'POST', body: {}, token: as, headers: { 'idempotency-key': 'k' } })
    }
    await repeat()
    own.clock.pass(14 * 60_000)
    expect((await repeat()).headers['idempotency-replayed']).toBe('true')
    own.clock.pass(60_001)
    expect((await repeat()).headers).not.toHaveProperty('idempotency-replayed')
    expect(own.arrivals()).toHaveLength(2)
    await own.stop()
  })

  it.each([
    ['another key', { key: 'other' }],
    ['another body', { body: { title: 'y' } }],
    ['another path', { path: '/api/v2/appointments/reschedule', method: 'PUT' }],
    ['the same operation of the other version', { path: '/api/appointments' }],
    ['another query', { path: `${PATH}?x=1` }],
    ['another user', { as: tokenOf('ROLE_AGENT', { userId: 'agent-8' }) }],
    ['another role', { as: signed({ roles: ['AGENT', 'SUPERVISOR'] }) }],
    ['another organization', { as: tokenOf('ROLE_AGENT', { organizationId: 'org-2' }) }],
  ])('is a new request for the service with %s', async (_kind, over) => {
    const key = newKey()
    await write({ key })
    const other = await write({ key, ...over })
    expect(other.headers).not.toHaveProperty('idempotency-replayed')
    expect(arrived()).toBe(2)
  })

  it('is recognized by the meaning of its query and body, regardless of their spelling', async () => {
    const key = newKey()
    await write({ key, path: `${PATH}?a=1&b=2`, body: '{"title":"x","notes":"y"}' })
    const again = await write({ key, path: `${PATH}?b=2&a=1`, body: '{ "notes": "y", "title": "x" }' })
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(arrived()).toBe(1)
  })

  it.each([
    ['is not JSON', '{"title":'],
    ['is nested too deeply', '['.repeat(33) + ']'.repeat(33)],
    ['has a number that a double cannot represent', '{"metadata":{"n":9007199254740993}}'],
  ])('goes to the service if its body %s', async (_kind, body) => {
    const key = newKey()
    await write({ key, body: '{"metadata":{"n":9007199254740992}}' })
    for (let n = 0; n < 2; n += 1)
      expect((await write({ key, body })).headers).not.toHaveProperty('idempotency-replayed')
    expect(arrived()).toBe(3)
  })

  it("is distinguished by the appointment of the customer's token", async () => {
    gateway.appointments.respondWith({ headers: about('a-1'), body: {} })
    const as = (conferenceId: string) => tokenOf('ROLE_CUSTOMER', { conferenceId })
    const key = newKey()
    const cancel = (token: string) => write({ key, as: token, method: 'PUT', path: `${PATH}/a-1/cancel` })
    await cancel(as('a-1'))
    expect((await cancel(as('a-2'))).headers).not.toHaveProperty('idempotency-replayed')
    expect((await cancel(as('a-1'))).headers['idempotency-replayed']).toBe('true')
  })

  it('keeps the replay header of the service', async () => {
    gateway.appointments.respondWith({ headers: { 'idempotency-replayed': 'true' }, body: {} })
    expect((await write({ key: newKey() })).headers['idempotency-replayed']).toBe('true')
  })

  it('is rejected without a currently valid token', async () => {
    const key = newKey()
    await write({ key })
    expect((await write({ key, as: 'nonsense' })).status).toBe(401)
    expect((await write({ key, as: tokenOf('ROLE_CUSTOMER') })).status).toBe(403)
  })
})

describe('a response', () => {
  const statusOfRepeat = async (status: number, body: unknown = { code: 'X' }, headers = {}) => {
    const key = newKey()
    gateway.appointments.respondWith({ status, body, headers })
    await write({ key })
    const repeat = await write({ key })
    expect(repeat.status).toBe(status)
    return { asked: arrived() }
  }

  it.each([200, 201, 202, 204, 404, 409, 412])(
    'with %s is stored if the service permits it',
    async (status) => {
      const body = status === 204 ? undefined : {}
      expect(await statusOfRepeat(status, body, kept)).toEqual({ asked: 1 })
    },
  )
  it.each([200, 201, 204, 400, 403, 404, 409, 412, 413, 415, 422, 429, 500, 503])(
    'with %s is not stored without permission of the service',
    async (status) => {
      const body = status === 204 ? undefined : {}
      const { 'x-internal-keep': _, ...subject } = about('a-1')
      expect(await statusOfRepeat(status, body, subject)).toEqual({ asked: 2 })
    },
  )
  it.each(['INTERNAL_ERROR', 'UNAVAILABLE'] as const)(
    'with %s is not stored even with permission of the service',
    async (code) => {
      const { status, title } = problems[code]
      const body = { type: problemType(code), title, status, instance: PATH, code, requestId: 'r-1' }
      expect(await statusOfRepeat(status, body, kept)).toEqual({ asked: 2 })
    },
  )
  it('of more than 16 kB is not stored [H2.4]', async () => {
    const large = { id: 'a-1', notes: 'x'.repeat(16_384) }
    expect(await statusOfRepeat(200, large, about('a-1'))).toEqual({ asked: 2 })
  })
  it('is encrypted in a separate store that may evict it [H2.4] [H1.8]', async () => {
    const clock = createTestClock()
    const [main, forgetful] = [createInProcessKeyValue(clock), createInProcessKeyValue(clock)]
    const written: string[] = []
    const noting = (store: KeyValue): KeyValue => ({
      ...store,
      set: (key, value, ttlMs) => {
        written.push(key, value)
        return store.set(key, value, ttlMs)
      },
    })
    const own = await startTestGateway({ keyValue: main, copiesKeyValue: noting(forgetful) })
    const body = { id: 'a-1', contact: { primaryEmail: 'canary@example.com' }, secureToken: 'canary-token' }
    own.appointments.respondWith({ headers: about('a-1'), body })
    const ask = () =>
      own.call(PATH, { method: 'POST', body: {}, token, headers: { 'idempotency-key': 'canary' } })
    await ask()
    const repeat = await ask()
    expect(repeat.headers['idempotency-replayed']).toBe('true')
    expect(repeat.json).toEqual(body)
    expect(written).toHaveLength(2)
    const inTheClear = [written.join(), Buffer.from(written[1]!, 'base64').toString('latin1')].join()
    expect(inTheClear).not.toContain('canary')
    expect(await main.get(written[0]!)).toBeUndefined()
    await forgetful.delete(written[0]!)
    expect((await ask()).status).toBe(200)
    expect(own.arrivals()).toHaveLength(2)
    await own.stop()
  })
})

describe('removing an appointment', () => {
  const remove = (id: string, version = 'v2/') =>
    gateway.call(`/api/${version}appointments/${id}`, { method: 'DELETE', token })
  const stored = async (appointmentId: string) => {
    const keys = [newKey(), newKey()]
    gateway.appointments.respondWith({ headers: about(appointmentId), body: { id: appointmentId } })
    for (const key of keys) await write({ key })
    return keys
  }

  it('deletes the stored responses about it and no others', async () => {
    const [mine = '', too = ''] = await stored('a-10')
    const [other = ''] = await stored('a-11')
    gateway.appointments.reset()
    gateway.appointments.respondWith({ status: 204 })
    expect((await remove('a-10')).status).toBe(204)
    gateway.appointments.respondWith({ status: 404, body: { code: 'APPOINTMENT_NOT_FOUND' } })
    expect((await write({ key: mine })).status).toBe(404)
    expect((await write({ key: too })).status).toBe(404)
    expect((await write({ key: other })).headers['idempotency-replayed']).toBe('true')
  })

  it('deletes a response that is stored afterwards', async () => {
    gateway.appointments.respondWith({ status: 204 })
    await remove('a-12')
    const [late = ''] = await stored('a-12')
    gateway.appointments.reset()
    await write({ key: late })
    expect(arrived()).toBe(1)
  })

  it('deletes the stored responses if the response to the removal is lost', async () => {
    const [lost = ''] = await stored('a-14')
    gateway.appointments.reset()
    gateway.appointments.respondWith((_arrival, response) => {
      response.destroy()
      return undefined
    })
    expect((await remove('a-14')).status).toBe(503)
    gateway.appointments.respondWith({ status: 404, body: { code: 'APPOINTMENT_NOT_FOUND' } })
    expect((await remove('a-14')).status).toBe(404)
    expect((await write({ key: lost })).status).toBe(404)
  })

  it.each([
    ['it is rejected', 403, 'v2/'],
    ['its appointment is unknown, as for callers who may not see it', 404, 'v2/'],
    ['it fails', 500, 'v2/'],
    ['it only cancels, as on v1', 204, ''],
  ])('deletes nothing if %s', async (_kind, status, version) => {
    const [key = ''] = await stored('a-13')
    gateway.appointments.respondWith({ status })
    await remove('a-13', version)
    expect((await write({ key })).headers['idempotency-replayed']).toBe('true')
  })
})
