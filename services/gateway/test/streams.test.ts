import { once } from 'node:events'
import { request, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { scrape } from '@appointments/testing'
import { freePort } from '@appointments/testing/free-port'
import { createInProcessKeyValue } from '../src/key-value/in-process.ts'
import { createTestClock, startTestGateway, type TestGateway } from './support/gateway.ts'
import { openEvents } from './support/event-client.ts'
import { signed, tokenOf } from './support/tokens.ts'

const STREAM = '/api/v2/changes/stream'
const EVENT_STREAM = { 'content-type': 'text/event-stream; charset=utf-8' }

let gateway: TestGateway
/** The responses that the service has begun. */
let begun: ServerResponse[] = []

/** The service begins a stream for each request. */
const beginStreams = (to: TestGateway, events = 'retry: 3000\n\n') =>
  to.appointments.respondWith((_arrival, response) => {
    response.writeHead(200, { ...EVENT_STREAM, 'cache-control': 'no-store, no-transform' })
    response.write(events)
    begun.push(response)
    return undefined
  })

const token = tokenOf('ROLE_AGENT')
const openAt = (to: TestGateway, headers: Record<string, string> = {}, by = token) =>
  openEvents(to.url + STREAM, by, headers)

beforeAll(async () => {
  gateway = await startTestGateway({ env: { DEADLINE_MS: '1000', UPSTREAM_CONCURRENCY: '1' } })
})
beforeEach(() => {
  gateway.reset()
  begun = []
})
afterAll(() => gateway.stop())

describe('a stream', () => {
  it('relays the events of the service, uncompressed, as they arrive', async () => {
    beginStreams(gateway)
    const client = await openAt(gateway, { 'accept-encoding': 'br, gzip', 'last-event-id': 'a.b' })
    expect({ status: client.status, headers: client.headers }).toMatchObject({
      status: 200,
      headers: { ...EVENT_STREAM, 'cache-control': 'no-store, no-transform' },
    })
    expect(client.headers['content-encoding']).toBeUndefined()
    expect(gateway.appointments.arrivals[0]).toMatchObject({
      url: STREAM,
      caller: { userId: 'agent-7' },
      headers: { 'last-event-id': 'a.b' },
    })
    expect(gateway.appointments.arrivals[0]?.headers.authorization).toBeUndefined()
    begun[0]?.write('event: change\ndata: 1\n\n')
    expect(await client.read('data: 1\n\n')).toContain('event: change')
    begun[0]?.write('data: 2\n\n')
    expect(await client.read('data: 2\n\n')).toContain('data: 1')
    client.close()
  })

  it('has no deadline and takes no turn from other requests', async () => {
    beginStreams(gateway)
    const client = await openAt(gateway)
    gateway.appointments.respondWith({ body: { ok: true } })
    expect((await gateway.call('/api/v2/appointments/?applicationId=a', { token })).status).toBe(200)
    // this request hangs until its deadline; by then, a deadline of the stream would have passed, too
    gateway.appointments.respondWith(() => undefined)
    expect((await gateway.call('/api/v2/appointments/?applicationId=a', { token })).status).toBe(504)
    begun[0]?.write('data: 1\n\n')
    expect(await client.read('data: 1\n\n')).toContain('data: 1')
    client.close()
  })

  it('ends at the service when its client disconnects', async () => {
    beginStreams(gateway)
    const client = await openAt(gateway)
    const closed = once(begun[0]!, 'close')
    client.close()
    await closed
  })

  it('ends when the token expires', async () => {
    beginStreams(gateway)
    const exp = Math.floor(gateway.clock.now().getTime() / 1000) + 1
    const client = await openAt(gateway, {}, signed({ exp }))
    expect(await client.read()).toBe('retry: 3000\n\n')
    expect(client.status).toBe(200)
  })

  it('ends after a whole event if the service breaks off in the middle of one', async () => {
    beginStreams(gateway, 'data: 1\n\ndata: 2')
    const client = await openAt(gateway)
    await client.read('data: 1\n\n')
    begun[0]?.destroy()
    expect(await client.read()).toBe('data: 1\n\n')
  })

  it('ends with a reason if its client does not read it', async () => {
    beginStreams(gateway)
    const client = await openAt(gateway)
    const response = begun[0]!
    const closed = once(response, 'close')
    const event = `data: ${'x'.repeat(65_536)}\n\n`
    const fill = () => {
      while (!response.destroyed && response.write(event));
    }
    response.on('drain', fill)
    fill()
    await closed
    expect((await client.read()).slice(-60)).toContain('event: end\ndata: {"reason":"TOO_SLOW"}\n\n')
  })

  it.each([
    [410, 'CURSOR_EXPIRED'],
    [400, 'CURSOR_INVALID'],
  ])('that is rejected by the service is %i %s', async (status, code) => {
    gateway.appointments.respondWith({
      status,
      headers: { 'content-type': 'application/problem+json' },
      body: { code },
    })
    const response = await gateway.call(STREAM, { token })
    expect(response).toMatchObject({ status, json: { code } })
  })

  it('is 503 or 504 if the service does not respond, and 401 or 403 before the service is called', async () => {
    expect((await gateway.call(STREAM)).status).toBe(401)
    expect((await gateway.call(STREAM, { token: tokenOf('ROLE_CUSTOMER') })).status).toBe(403)
    expect(gateway.appointments.arrivals).toEqual([])
    gateway.appointments.respondWith((_arrival, response) => {
      response.destroy()
      return undefined
    })
    expect((await gateway.call(STREAM, { token })).status).toBe(503)
    gateway.appointments.respondWith(() => undefined)
    expect((await gateway.call(STREAM, { token })).status).toBe(504)
  })

  it('has no content for HEAD', async () => {
    gateway.appointments.respondWith({ headers: EVENT_STREAM })
    expect(await gateway.call(STREAM, { token, method: 'HEAD' })).toMatchObject({ status: 200, text: '' })
  })
})

describe('the number of streams', () => {
  it('is limited to ten for one user, even with several tokens', async () => {
    beginStreams(gateway)
    const other = signed({ extra: true })
    const clients = []
    for (let count = 0; count < 10; count += 1)
      clients.push(await openAt(gateway, {}, count % 2 === 0 ? token : other))
    const rejected = await gateway.call(STREAM, { token })
    expect(rejected).toMatchObject({ status: 429, json: { code: 'TOO_MANY_STREAMS' } })
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0)
    const colleague = await openAt(gateway, {}, tokenOf('ROLE_AGENT', { userId: 'agent-8' }))
    expect(colleague.status).toBe(200)
    const foreign = await openAt(gateway, {}, tokenOf('ROLE_AGENT', { organizationId: 'org-2' }))
    expect(foreign.status).toBe(200)
    const closed = once(begun[0]!, 'close')
    clients.shift()?.close()
    await closed
    await expect.poll(async () => (await openAt(gateway)).status).toBe(200)
    for (const client of [...clients, colleague, foreign]) client.close()
    for (const response of begun) response.destroy()
  })
})

describe('a request that waits', () => {
  const CHANGES = '/api/v2/changes'

  it('gets its waiting time in addition to the deadline, and takes no turn', async () => {
    const waiting = gateway.call(`${CHANGES}?cursor=a.b&wait=PT20S`, { token })
    gateway.appointments.respondWith((_arrival, response) => {
      begun.push(response)
      return undefined
    })
    await expect.poll(() => begun.length).toBe(1)
    expect(Number(gateway.appointments.arrivals[0]?.headers['x-deadline-ms'])).toBeGreaterThan(20_000)
    expect((await gateway.call('/api/v2/appointments/?applicationId=a', { token })).status).toBe(504)
    gateway.appointments.respondWith({ body: { ok: true } })
    expect((await gateway.call(CHANGES, { token })).json).toEqual({ ok: true })
    begun[0]?.writeHead(200, { 'content-type': 'application/json' }).end('{"waited":true}')
    expect((await waiting).json).toEqual({ waited: true })
  })

  it('may spell the parameter `wait` in every way that the service permits', async () => {
    gateway.appointments.respondWith({ body: { ok: true } })
    const spellings = ['wait[]=PT20S', 'wait[0]=PT20S', 'wait%5B%5D=PT20S', 'wait=&wait=PT20S']
    for (const wait of spellings)
      expect((await gateway.call(`${CHANGES}?cursor=a.b&${wait}`, { token })).json).toEqual({ ok: true })
    expect(gateway.appointments.arrivals).toHaveLength(spellings.length)
    for (const { headers } of gateway.appointments.arrivals)
      expect(Number(headers['x-deadline-ms'])).toBeGreaterThan(20_000)
  })

  it('is served like any other request if its `wait` is missing, zero or invalid', async () => {
    gateway.appointments.respondWith({ body: { ok: true } })
    for (const wait of ['', '&wait=', '&wait=PT0S', '&wait=soon', '&wait=PT1S&wait=PT2S'])
      expect((await gateway.call(`${CHANGES}?cursor=a.b${wait}`, { token })).json).toEqual({ ok: true })
    for (const { headers } of gateway.appointments.arrivals)
      expect(Number(headers['x-deadline-ms'])).toBeLessThanOrEqual(1000)
  })

  it('is counted, but its duration is not measured, because its client decides how long it waits', async () => {
    const port = await freePort()
    const own = await startTestGateway({ env: { METRICS_PORT: String(port) } })
    own.appointments.respondWith({ body: { ok: true } })
    await own.call(`${CHANGES}?cursor=a.b&wait=PT20S`, { token })
    await own.call(`${CHANGES}?cursor=a.b`, { token })
    const labels = { version: 'v2', operation: 'findChanges', method: 'GET' }
    const metric = async (name: string) =>
      (await scrape(`http://127.0.0.1:${port}/metrics`)).value(name, labels)
    await expect.poll(() => metric('http_requests_total')).toBe(2)
    expect(await metric('http_request_duration_seconds_count')).toBe(1)
    await own.stop()
  })

  it('does not reach the service if its client leaves while it is admitted', async () => {
    const store = createInProcessKeyValue(createTestClock())
    let counted = 0
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    const slow = await startTestGateway({
      keyValue: {
        ...store,
        increment: async (...counter) => {
          counted += 1
          await released
          return store.increment(...counter)
        },
      },
    })
    slow.appointments.respondWith({ body: { ok: true } })
    const outgoing = request(`${slow.url}${CHANGES}?cursor=a.b&wait=PT20S`, {
      agent: false,
      headers: { authorization: `Bearer ${token}` },
    })
    outgoing.on('error', () => {})
    outgoing.end()
    await expect.poll(() => counted).toBe(1)
    outgoing.destroy()
    // the gateway has also noticed the end of the connection when it responds to a later request
    await slow.call('/health/live')
    release()
    await slow.call(CHANGES, { token })
    expect(slow.appointments.arrivals).toHaveLength(1)
    await slow.stop()
  })
})

describe('a gateway that stops', () => {
  it('ends its streams with the reason', async () => {
    const stopping = await startTestGateway()
    beginStreams(stopping)
    const client = await openAt(stopping)
    await client.read('retry')
    const stopped = stopping.stop()
    expect(await client.read()).toBe('retry: 3000\n\nevent: end\ndata: {"reason":"DRAINING"}\n\n')
    await stopped
  })

  it('ends its waiting requests at once, so that their clients try another gateway', async () => {
    const stopping = await startTestGateway()
    stopping.appointments.respondWith(() => undefined)
    const waiting = stopping.call('/api/v2/changes?cursor=a.b&wait=PT25S', { token })
    await expect.poll(() => stopping.appointments.arrivals.length).toBe(1)
    const stopped = stopping.stop()
    expect(await waiting).toMatchObject({
      status: 503,
      json: { code: 'UNAVAILABLE' },
      headers: { 'retry-after': '1' },
    })
    await stopped
  })
})
