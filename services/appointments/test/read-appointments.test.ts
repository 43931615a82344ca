import { describe, expect, it } from 'vitest'
import type { AppointmentRead, Caller } from '@appointments/contracts'
import { tokenOf } from '@appointments/foundation/test-harness'
import { splitResponses } from '@appointments/http'
import {
  aCustomer,
  agent,
  anonymous,
  appointmentsService,
  customerOf,
  inRoom,
  of,
  rejection,
  supervisor,
  V1,
  V2,
} from './harness.ts'

const service = appointmentsService()
const TOGETHER = '/internal/appointments/read'
const read = (api: 'v1' | 'v2', id: string, caller: Caller | string): AppointmentRead => ({
  api,
  id,
  caller: typeof caller === 'string' ? caller : tokenOf(caller),
  requestId: `request-for-${encodeURIComponent(id)}`,
})

/** A response without headers of the connection and the clock. */
const published = (status: number, headers: Iterable<[string, string]>, body: string) => {
  const ofResponse = [...headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name))
  return { status, headers: Object.fromEntries(ofResponse), body }
}

const askTogether = async (reads: AppointmentRead[]) => {
  const { text } = await service.call(anonymous, 'POST', TOGETHER, reads)
  return splitResponses(Buffer.from(text))?.map(({ status, headers, body }) =>
    published(status, Object.entries(headers), body.toString()),
  )
}

const askAlone = async ({ api, id, caller, requestId }: AppointmentRead) => {
  const path = `${api === 'v1' ? V1 : V2}/${encodeURIComponent(id)}`
  const headers = { 'x-internal-caller': caller, 'x-request-id': requestId }
  const response = await service.call(agent, 'GET', path, undefined, headers)
  return published(response.status, response.headers, response.text)
}

it('returns the same bytes for batched reads as for separate ones', async () => {
  const scheduled = await service.scheduled({ title: 'Überprüfung', customers: [aCustomer()] })
  const { id } = scheduled
  const cancelled = await service.scheduled()
  await service.call(agent, 'PUT', `${V2}/${cancelled.id}/cancel`)
  const ofOrganization = await service.scheduled({ applicationId: 'app-org' }, of('org-1', agent))
  const reads = (['v1', 'v2'] as const).flatMap((api) => [
    read(api, id, agent),
    read(api, id, inRoom(id, customerOf(scheduled))),
    read(api, id, inRoom(cancelled.id, 'customer-1')),
    read(api, id, anonymous),
    read(api, cancelled.id, supervisor),
    read(api, ofOrganization.id, of('org-2', agent)),
    read(api, 'nowhere', agent),
    read(api, 'ünknown/id?x', agent),
    read(api, 'an id with spaces', agent),
    read(api, 'x'.repeat(300), agent),
    read(api, id, 'made-up'),
    read(api, id, ''),
    read(api, 'x'.repeat(300), 'made-up'),
  ])
  const alone = await Promise.all(reads.map(askAlone))
  expect(await askTogether(reads)).toEqual(alone)
  const statuses = alone.slice(0, alone.length / 2).map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 403, 403, 404, 404, 404, 404, 400, 400, 401, 401, 401])
  expect(alone[6]?.headers).toHaveProperty('x-internal-appointment', 'nowhere')
})

it('shows changes written before the read', async () => {
  const { id } = await service.scheduled({ title: 'before' })
  await service.call(agent, 'PUT', V2, { id, title: 'after' })
  const responses = await askTogether([read('v1', id, agent), read('v2', id, agent)])
  expect(responses).toHaveLength(2)
  for (const response of responses ?? []) expect(response.body).toContain('"title":"after"')
})

it('rejects callers other than the gateway, and too many reads', async () => {
  const one = read('v2', 'nowhere', agent)
  const forged = { 'x-internal-caller': 'made-up' }
  expect(rejection(await service.call(agent, 'POST', TOGETHER, [one], forged))).toEqual({
    status: 401,
    code: 'UNAUTHORIZED',
  })
  const invalid = { status: 400, code: 'VALIDATION_FAILED' }
  const tooMany = Array.from({ length: 65 }, () => one)
  for (const body of [[], tooMany, [{ ...one, api: 'v3' }], [{ ...one, id: 7 }]])
    expect(rejection(await service.call(agent, 'POST', TOGETHER, body))).toEqual(invalid)
})

describe('with two connections', () => {
  const narrow = appointmentsService({ DATABASE_POOL_SIZE: '2' })

  /** Number of the service's connections that wait for a lock. */
  const waiting = async () => {
    const [row] = await narrow.query<{ count: number }>(
      `SELECT count(*) AS count FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'appointments' AND wait_event_type = 'Lock'`,
    )
    return row?.count
  }

  it('batched reads wait for a connection until shortly before the deadline of the batch', async () => {
    const ids = [(await narrow.scheduled()).id, (await narrow.scheduled()).id]
    const release = await narrow.hold('SELECT FROM appointments WHERE id = ANY ($1) FOR UPDATE', [ids])
    // they occupy both connections
    const cancelling = ids.map((id) => narrow.call(agent, 'PUT', `${V2}/${id}/cancel`))
    await expect.poll(waiting).toBe(2)
    const reads = ids.map((id) => read('v2', id, agent))
    const response = await narrow.call(anonymous, 'POST', TOGETHER, reads, { 'x-deadline-ms': '400' })
    expect(rejection(response)).toEqual({ status: 503, code: 'UNAVAILABLE' })
    await release()
    await Promise.all(cancelling)
  })
})
