import { randomUUID } from 'node:crypto'
import { daysAhead } from '@appointments/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { client, type ClientResponse, type Call } from '../src/client.ts'
import { done } from '../src/done.ts'
import type { Appointment } from '../src/response-bodies.ts'
import { startServices, type Services } from '../src/start-services.ts'
import { tokenFor } from '../src/tokens.ts'

const V2 = '/api/v2/appointments'
let system: Services
let agent: Call

beforeAll(async () => {
  system = await startServices()
  agent = client(system.gatewayUrl, tokenFor('ROLE_AGENT', { userId: 'agent-7' }))
})
afterAll(() => system.close())

const booking = (applicationId: string) => ({
  applicationId,
  start: daysAhead(50),
  duration: 'PT30M',
  customers: [{ username: 'ada' }],
})
const total = async (applicationId: string) =>
  (await agent('GET', `${V2}?applicationId=${applicationId}`)).body.total
const replayed = ({ headers }: ClientResponse) => headers.get('idempotency-replayed')

it('50 parallel repeats through the gateway make one appointment', async () => {
  const headers = { 'idempotency-key': 'parallel' }
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => agent('POST', V2, booking('parallel'), headers)),
  )
  const executed = responses.filter(({ status }) => status === 200)
  expect(executed.filter((response) => replayed(response) === null)).toHaveLength(1)
  expect(new Set(executed.map(({ body }) => body.id)).size).toBe(1)
  for (const { status, body } of responses)
    expect(status === 200 || body.code === 'REQUEST_IN_PROGRESS').toBe(true)
  expect(await total('parallel')).toBe(1)
})

it('a repeat gets the response, including everything that followed from the change', async () => {
  const { id } = (await done(agent('POST', V2, booking('follows')))) as Appointment
  const key = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  const first = await agent('PUT', `${V2}/${id}/cancel`, '{"reason":"over","notify":true}', key)
  // the participants service adds a change before the response is sent
  expect(first.body).toMatchObject({ state: 'CANCELLED', interaction: { state: 'CANCELLED' } })
  // without the gateway's copy the response comes from the service, which compares the meaning of the body
  await system.emptyKeyValue()
  const again = await agent('PUT', `${V2}/${id}/cancel`, '{ "notify": true, "reason": "over" }', key)
  expect([again.status, again.body, replayed(again)]).toEqual([first.status, first.body, 'true'])
  expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
})

it('a repeat gets the first response after the store was emptied and the service killed', async () => {
  const headers = { 'idempotency-key': 'survives' }
  const first = await agent('POST', V2, booking('survives'), headers)
  expect([first.status, replayed(first)]).toEqual([200, null])
  await system.emptyKeyValue()
  await system.kill('appointments')
  await system.start('appointments')
  const again = await agent('POST', V2, booking('survives'), headers)
  expect([again.status, replayed(again)]).toEqual([200, 'true'])
  expect(again.body).toEqual(first.body)
  expect(await total('survives')).toBe(1)

  const other = await agent('POST', V2, { ...booking('survives'), duration: 'PT1H' }, headers)
  expect(other).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
})
