import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openapi } from '@appointments/documents'
import { createResponseCheck } from '@appointments/testing/response-check'
import { rejectOverloaded } from '../src/http/overloaded.ts'

const ORIGIN = 'https://crm.example'
const path = '/api/v2/appointments/unknown'
const server = createServer(rejectOverloaded((origin) => origin === ORIGIN))
const faultsOf = createResponseCheck(openapi('v1', 'http://localhost'), openapi('v2', 'http://localhost'))
let url: string

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}?full=true`
})
afterAll(() => void server.close())

it('the response to a shed request is the 503 of the contract, with the reason and the id of the request', async () => {
  const response = await fetch(url, { headers: { 'x-request-id': 'mine' } })
  const body: unknown = await response.json()
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('2')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-request-id')).toBe('mine')
  expect(body).toMatchObject({
    code: 'UNAVAILABLE',
    detail: 'Too many requests are waiting; send the request again after the time in Retry-After.',
    instance: path,
    requestId: 'mine',
  })
  expect(faultsOf({ method: 'GET', path, status: response.status, body, headers: response.headers })).toEqual(
    [],
  )
})

it('the response to a shed request has the media type that the client accepts', async () => {
  const typeFor = async (accept: string) =>
    (await fetch(url, { headers: { accept } })).headers.get('content-type')
  expect(await typeFor('application/json')).toBe('application/json; charset=utf-8')
  expect(await typeFor('*/*')).toBe('application/problem+json; charset=utf-8')
})

it('the response to a shed request can be read by scripts of allowed origins only', async () => {
  const from = async (origin: string) => (await fetch(url, { headers: { origin } })).headers
  const allowed = await from(ORIGIN)
  expect(allowed.get('access-control-allow-origin')).toBe(ORIGIN)
  expect(allowed.get('access-control-expose-headers')).toContain('Retry-After')
  expect((await from('https://elsewhere.example')).get('access-control-allow-origin')).toBeNull()
})
