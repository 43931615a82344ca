import { randomUUID } from 'node:crypto'
import { daysAhead } from '@appointments/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Appointment } from '../src/response-bodies.ts'
import { client, type Call } from '../src/client.ts'
import { done } from '../src/done.ts'
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

it('repeats the response, including everything that followed from the change', async () => {
  const wish = { applicationId: 'app-1', start: daysAhead(50), duration: 'PT30M' }
  const { id } = (await done(agent('POST', V2, wish))) as Appointment
  const key = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  const first = await agent('PUT', `${V2}/${id}/cancel`, '{"reason":"over","notify":true}', key)
  // the participants service adds a change before the response is sent
  expect(first.body).toMatchObject({ state: 'CANCELLED', interaction: { state: 'CANCELLED' } })
  // without the gateway's copy the response comes from the service, which compares the meaning of the body
  await system.emptyKeyValue()
  const again = await agent('PUT', `${V2}/${id}/cancel`, '{ "notify": true, "reason": "over" }', key)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect([again.status, again.body]).toEqual([first.status, first.body])
  expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
})
