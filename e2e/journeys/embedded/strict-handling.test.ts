import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysAhead } from '@appointments/testing'
import { client, type ClientResponse, type Call } from '../../src/client.ts'
import { done } from '../../src/done.ts'
import { startServices, type Services } from '../../src/start-services.ts'
import { tokenFor } from '../../src/tokens.ts'

const V1 = '/api/appointments'
const V2 = '/api/v2/appointments'
const APPLIED = 'handling=strict'
const strict = { prefer: APPLIED }

let system: Services
let agent: Call
let supervisor: Call
let machine: Call
let anyone: Call
let id: string

beforeAll(async () => {
  system = await startServices()
  const as = (token: string | undefined) => client(system.gatewayUrl, token)
  agent = as(tokenFor('ROLE_AGENT', { userId: 'agent-1' }))
  supervisor = as(tokenFor('ROLE_SUPERVISOR', { userId: 'supervisor-1' }))
  machine = as(tokenFor('ROLE_CLIENT_SERVICE'))
  anyone = as(undefined)
  const customers = [{ contact: { primaryEmail: 'ada@example.com' } }]
  id = ((await done(agent('POST', V2, booking({ customers })))) as { id: string }).id
})
afterAll(() => system.close())

const booking = (change: object = {}) => ({
  applicationId: 'strict-shop',
  start: daysAhead(40),
  duration: 'PT30M',
  ...change,
})

const appliedIn = ({ headers }: ClientResponse) => headers.get('preference-applied')
const faultsIn = ({ body }: ClientResponse) =>
  (body as { errors?: { pointer?: string; parameter?: string; code: string }[] }).errors?.map(
    ({ pointer, parameter, code }) => [pointer ?? parameter, code],
  )

interface Asked {
  method: string
  path: string
  body?: object
  by: () => Call
}

/** Valid requests to every service, in both versions. */
const asked = (): Record<string, Asked> => ({
  'a booking on v1': { method: 'POST', path: V1, body: booking(), by: () => agent },
  'a booking on v2': { method: 'POST', path: V2, body: booking(), by: () => agent },
  'an update on v1': { method: 'PUT', path: V1, body: { id, title: 'Advice' }, by: () => agent },
  'an update on v2': { method: 'PUT', path: V2, body: { id, title: 'Advice' }, by: () => agent },
  'a list on v1': { method: 'GET', path: `${V1}?applicationId=strict-shop`, by: () => agent },
  'a list on v2': { method: 'GET', path: `${V2}?applicationId=strict-shop`, by: () => agent },
  'a read on v1': { method: 'GET', path: `${V1}/${id}`, by: () => agent },
  'a read on v2': { method: 'GET', path: `${V2}/${id}`, by: () => agent },
  'an interaction on v2': {
    method: 'PUT',
    path: `${V2}/${id}/interaction`,
    body: { customFields: { topic: 'x' } },
    by: () => agent,
  },
  'a notification history': { method: 'GET', path: `${V2}/${id}/notifications`, by: () => supervisor },
  'the settings of an application': {
    method: 'PUT',
    path: '/api/v2/applications/strict-shop',
    body: {},
    by: () => machine,
  },
  'a one-time password': {
    method: 'POST',
    path: '/security/otp',
    body: { applicationId: 'strict-shop', channel: 'EMAIL', to: `${randomUUID()}@example.com` },
    by: () => anyone,
  },
})
const kinds = [
  'a booking on v1',
  'a booking on v2',
  'an update on v1',
  'an update on v2',
  'a list on v1',
  'a list on v2',
  'a read on v1',
  'a read on v2',
  'an interaction on v2',
  'a notification history',
  'the settings of an application',
  'a one-time password',
]

describe('[H5.2] strict handling', () => {
  it('is tried with every kind of request', () => {
    expect(Object.keys(asked())).toEqual(kinds)
  })

  it.each(kinds)('of %s accepts known fields and reports that the preference was applied', async (kind) => {
    const { method, path, body, by } = asked()[kind] as Asked
    const response = await by()(method, path, body, strict)
    expect(response.status).toBeLessThan(300)
    expect(appliedIn(response)).toBe(APPLIED)
  })

  it.each(kinds)(
    'of %s rejects unknown fields and parameters, which are ignored without it',
    async (kind) => {
      const { method, path, body, by } = asked()[kind] as Asked
      const withParameter = `${path}${path.includes('?') ? '&' : '?'}dryRun=true`
      // settings always reject unknown fields
      const isSettings = path.includes('/applications/')
      const odd = body && { ...body, colour: 'red' }
      const rejected = await by()(method, withParameter, odd, strict)
      expect(rejected).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
      expect(faultsIn(rejected)).toEqual([
        ...(body && isSettings ? [['/colour', 'UNKNOWN_FIELD']] : []),
        ['dryRun', 'UNKNOWN_FIELD'],
        ...(body && !isSettings ? [['/colour', 'UNKNOWN_FIELD']] : []),
      ])
      expect(appliedIn(rejected)).toBe(APPLIED)

      const lenient = await by()(method, withParameter, isSettings ? body : odd)
      expect(lenient.status).toBeLessThan(300)
      expect(appliedIn(lenient)).toBeNull()
    },
  )

  it.each([V1, V2])('books nothing on %s when it rejects a request, with or without a key', async (path) => {
    const count = async () =>
      ((await done(agent('GET', `${V2}?applicationId=strict-none`))) as { total: number }).total
    const first = booking({ applicationId: 'strict-none' })
    await done(agent('POST', path, first))
    const before = await count()
    const key = { 'idempotency-key': randomUUID() }
    for (const headers of [strict, { ...strict, ...key }])
      expect((await agent('POST', path, { ...first, colour: 'red' }, headers)).status).toBe(400)
    expect(await count()).toBe(before)
  })

  it('is also reported on a repeat of a keyed request', async () => {
    const headers = { ...strict, 'idempotency-key': randomUUID() }
    const first = await agent('POST', V2, booking(), headers)
    const again = await agent('POST', V2, booking(), headers)
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect([appliedIn(first), appliedIn(again)]).toEqual([APPLIED, APPLIED])
  })

  it('names an unknown field of a nested object', async () => {
    const customers = [{ contact: { primaryEmail: 'ada@example.com', fax: '1' } }]
    const response = await agent('POST', V2, booking({ customers }), strict)
    expect(faultsIn(response)).toEqual([['/customers/0/contact/fax', 'UNKNOWN_FIELD']])
  })
})
