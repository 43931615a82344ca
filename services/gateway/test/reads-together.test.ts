import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AppointmentRead } from '@appointments/contracts'
import { internalTokens } from '@appointments/credentials'
import { joinResponses, type PreparedResponse } from '@appointments/http'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { INTERNAL_SECRET } from './support/secrets.ts'
import { sendPipelined } from './support/send-pipelined.ts'
import type { Arrival } from './support/stub-service.ts'
import { tokenOf } from './support/tokens.ts'

const V1 = '/api/appointments'
const V2 = '/api/v2/appointments'
const TOGETHER = '/internal/appointments/read'
const agent = tokenOf('ROLE_AGENT')
const JSON_TYPE = 'application/json; charset=utf-8'

const readsOf = ({ body }: Arrival) => JSON.parse(body) as AppointmentRead[]
const found = (id: string): PreparedResponse => ({
  status: 200,
  headers: { 'content-type': JSON_TYPE, etag: '"7"' },
  body: JSON.stringify({ id, title: 'Über' }),
})
const rejected = (status: number, fields: Record<string, unknown> = {}): PreparedResponse => ({
  status,
  headers: { 'content-type': 'application/problem+json; charset=utf-8' },
  body: JSON.stringify({ status, ...fields }),
})

describe('reads by id that arrive in the same turn', () => {
  let gateway: TestGateway
  beforeEach(async () => {
    gateway = await startTestGateway({ env: { DEADLINE_MS: '1500' } })
  })
  afterEach(() => gateway.stop())

  /** The service responds to combined reads with `respondTo`, and to single reads with their path. */
  const respondToEach = (respondTo: (read: AppointmentRead) => PreparedResponse) =>
    gateway.appointments.respondWith((arrival, response) => {
      if (arrival.url !== TOGETHER) return { body: { path: arrival.url } }
      response.end(joinResponses(readsOf(arrival).map(respondTo)))
      return undefined
    })
  const read = (...paths: string[]) =>
    sendPipelined(
      gateway.url,
      agent,
      paths.map((path) => ({ path })),
    )
  const addresses = () => gateway.appointments.arrivals.map(({ method, url }) => `${method} ${url}`)

  it('are sent as one request, and each gets its own response', async () => {
    respondToEach(({ api, id }) => found(`${api} ${id}`))
    const responses = await read(`${V2}/a-1`, `${V1}/a-1/?x=1`, `${V2}/a%2Fb%3F%20%C3%BC`)
    expect(addresses()).toEqual([`POST ${TOGETHER}`])
    const ids = ['v2 a-1', 'v1 a-1', 'v2 a/b? ü']
    expect(responses.map(({ text }) => text)).toEqual(ids.map((id) => found(id).body))
    for (const { status, headers } of responses) {
      expect(status).toBe(200)
      expect(headers).toMatchObject({ etag: '"7"', 'content-type': JSON_TYPE, 'cache-control': 'no-store' })
    }
  })

  it('each carry their caller, request id and trace', async () => {
    respondToEach(({ id }) => found(id))
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    const traceparent = `00-${traceId}-b7ad6b7169203331-01`
    await sendPipelined(gateway.url, agent, [
      { path: `${V2}/a-1`, headers: { 'x-request-id': 'req-1' } },
      { path: `${V2}/a-2`, headers: { 'x-request-id': 'req-2', traceparent } },
    ])
    const [arrival] = gateway.appointments.arrivals
    expect(arrival?.caller).toEqual({ roles: ['ROLE_AGENT'], userId: 'agent-7' })
    expect(Number(arrival?.headers['x-deadline-ms'])).toBeLessThanOrEqual(1500)
    const reads = arrival ? readsOf(arrival) : []
    expect(reads.map(({ requestId }) => requestId)).toEqual(['req-1', 'req-2'])
    expect(reads[1]?.traceparent).toContain(traceId)
    expect(reads[0]?.traceparent).not.toContain(traceId)
    for (const { caller } of reads)
      expect(internalTokens(INTERNAL_SECRET).read(caller)).toEqual({
        roles: ['ROLE_AGENT'],
        userId: 'agent-7',
      })
  })

  it('are rejected individually, each with the error it would get alone', async () => {
    const words = {
      type: 'urn:appointments:problem:unavailable',
      title: 'A part of the service is unavailable',
      instance: `${V2}/away`,
      code: 'UNAVAILABLE',
      requestId: 'r-1',
    }
    const responses: Record<string, PreparedResponse> = {
      unknown: rejected(404, { code: 'APPOINTMENT_NOT_FOUND' }),
      foreign: rejected(403, { code: 'FORBIDDEN' }),
      away: rejected(503, words),
      broken: rejected(500, { stack: 'at /srv/app.js' }),
      unauthenticated: rejected(401, { code: 'UNAUTHORIZED' }),
    }
    responses.unknown!.headers['x-internal-appointment'] = 'unknown'
    respondToEach(({ id }) => responses[id] ?? found(id))
    const ids = [...Object.keys(responses), 'a-1']
    const [unknown, foreign, away, broken, unauthenticated, a1] = await read(
      ...ids.map((id) => `${V2}/${id}`),
    )
    expect(addresses()).toEqual([`POST ${TOGETHER}`])
    expect(unknown).toMatchObject({ status: 404, text: responses.unknown?.body })
    expect(unknown?.headers).not.toHaveProperty('x-internal-appointment')
    expect(foreign).toMatchObject({ status: 403, text: responses.foreign?.body })
    expect(away).toMatchObject({ status: 503, text: responses.away?.body })
    expect(broken?.status).toBe(500)
    expect(broken?.text).toContain('INTERNAL_ERROR')
    expect(broken?.text).not.toContain('stack')
    expect(unauthenticated).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
    expect(a1).toMatchObject({ status: 200, text: found('a-1').body })
  })

  it('are split into requests of at most 64 reads', async () => {
    respondToEach(({ id }) => found(id))
    const ids = Array.from({ length: 70 }, (_, place) => `a-${place}`)
    const responses = await read(...ids.map((id) => `${V2}/${id}`))
    expect(responses.map(({ text }) => text)).toEqual(ids.map((id) => found(id).body))
    expect(gateway.appointments.arrivals.map((arrival) => readsOf(arrival).length)).toEqual([64, 6])
  })

  it.each([
    ['text', 'hello'],
    ['an empty list', '[]\n'],
    ['too few responses', joinResponses([found('a-1')])],
    ['a truncated body', joinResponses([found('a-1'), found('a-2')]).slice(0, -3)],
  ])('are sent one by one if the combined response is %s', async (_kind, text) => {
    gateway.appointments.respondWith(({ url }, response) => {
      if (url !== TOGETHER) return { body: { path: url } }
      response.end(text)
      return undefined
    })
    const requests = ['a-1', 'a-2'].map((id) => ({
      path: `${V2}/${id}`,
      headers: { 'x-request-id': `req-${id}` },
    }))
    const responses = await sendPipelined(gateway.url, agent, requests)
    expect(responses.map(({ text }) => text)).toEqual(requests.map(({ path }) => JSON.stringify({ path })))
    const [together, ...single] = gateway.appointments.arrivals
    expect(together?.url).toBe(TOGETHER)
    expect(single.map(({ url, headers }) => [url, headers['x-request-id']])).toEqual([
      [`${V2}/a-1`, 'req-a-1'],
      [`${V2}/a-2`, 'req-a-2'],
    ])
  })

  it('are each 503 if the service fails', async () => {
    gateway.appointments.respondWith({ status: 503, body: { code: 'UNAVAILABLE', instance: TOGETHER } })
    for (const { status, headers, text } of await read(`${V2}/a-1`, `${V2}/a-2`)) {
      expect(status).toBe(503)
      expect(headers['retry-after']).toBe('2')
      expect(text).not.toContain('internal')
    }
    expect(addresses()).toEqual([`POST ${TOGETHER}`])
  })

  it('are retried once if the connection breaks, then 503', async () => {
    let failures = 1
    gateway.appointments.respondWith((arrival, response) => {
      if (failures-- > 0) response.destroy()
      else response.end(joinResponses(readsOf(arrival).map(({ id }) => found(id))))
      return undefined
    })
    const statuses = async () => (await read(`${V2}/a-1`, `${V2}/a-2`)).map(({ status }) => status)
    expect(await statuses()).toEqual([200, 200])
    expect(addresses()).toHaveLength(2)
    failures = 2
    expect(await statuses()).toEqual([503, 503])
    expect(addresses()).toHaveLength(4)
  })

  it('are 504 at the deadline if the service does not respond', async () => {
    gateway.appointments.respondWith(() => undefined)
    const responses = await read(`${V2}/a-1`, `${V2}/a-2`)
    expect(responses.map(({ status }) => status)).toEqual([504, 504])
    expect(addresses()).toEqual([`POST ${TOGETHER}`])
  })

  it('open the circuit if they keep failing', async () => {
    gateway.appointments.respondWith({ status: 503 })
    for (let n = 0; n < 30; n++) await read(`${V2}/a-1`, `${V2}/a-2`)
    expect(addresses().length).toBeLessThan(30)
  })

  it('are sent separately if single, conditional or not by id', async () => {
    gateway.appointments.respondWith(({ url }) => ({ body: { path: url } }))
    await read(`${V2}/a-1`)
    await sendPipelined(gateway.url, agent, [
      { path: `${V2}/a-2`, headers: { 'if-none-match': '"7"' } },
      { path: `${V2}/a-3`, headers: { 'if-modified-since': 'Mon, 01 Jan 2026 00:00:00 GMT' } },
      { path: `${V2}/a-4` },
      { path: V2 },
    ])
    expect(addresses()).not.toContain(`POST ${TOGETHER}`)
    expect(addresses()).toHaveLength(5)
  })
})
