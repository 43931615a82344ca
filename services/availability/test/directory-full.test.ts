import { afterAll, beforeAll, expect, it } from 'vitest'
import { NOW, runAvailability, type ApiResponse, type RunningAvailability } from './running-service.ts'

const ENTRIES = 1000
const AGENTS = 20_000
const MEMBERS = 10_000
const SERVICE_TYPES = 200

let service: RunningAvailability
beforeAll(async () => {
  service = await runAvailability()
  await service.configured({ id: 'shop', version: 1, organizationId: 'org-1' })
})
afterAll(() => service.stop())

/** Stores entries `stored-1`, `stored-2` and so on. */
const store = (table: string, count: number, { scope = 'organization_id', of = 'org-1' } = {}) =>
  service.pool.query(
    `INSERT INTO ${table} (${scope}, id, name, content, version, created_at, updated_at)
     SELECT $1, 'stored-' || n, 'Stored', '{}', nextval('versions'), $2, $2 FROM generate_series(1, $3::int) n`,
    [of, NOW, count],
  )

/** Expects that one more entry fits, a further one does not, and existing entries can still be replaced. */
async function expectFull(put: (id: string) => Promise<ApiResponse>, limit: number): Promise<void> {
  expect((await put('last')).status).toBe(201)
  expect(await put('one-more')).toMatchObject({ status: 409, body: { code: 'DIRECTORY_FULL', limit } })
  expect((await put('last')).status).toBe(200)
}

it.each([
  ['teams', 'teams', { name: 'Team' }],
  ['queues', 'queues', { name: 'Queue' }],
  ['schedules', 'schedules', { name: 'Schedule', hours: [] }],
  ['holiday_calendars', 'holiday-calendars', { name: 'Calendar', timezone: 'UTC', days: [] }],
])(`an organization has at most ${ENTRIES} %s`, async (table, path, entry) => {
  await store(table, ENTRIES - 1)
  await store(table, 1, { of: 'org-2' })
  await expectFull((id) => service.put(`/${path}/${id}`, entry), ENTRIES)
  await service.pool.query(`DELETE FROM ${table}`)
})

it(`an application has at most ${SERVICE_TYPES} service types`, async () => {
  await store('service_types', SERVICE_TYPES - 1, { scope: 'application_id', of: 'shop' })
  const path = '/applications/shop/service-types'
  await expectFull(
    (id) => service.put(`${path}/${id}`, { name: 'Visit', durations: ['PT1H'] }),
    SERVICE_TYPES,
  )
})

it(`an organization has at most ${AGENTS} agents, and a queue ${MEMBERS} members`, async () => {
  await service.put('/queues/advice', { name: 'Advice' })
  await service.pool.query(
    `INSERT INTO agents (organization_id, id, name, announced_name, content, version, created_at, updated_at)
     SELECT 'org-1', 'stored-' || n, 'Stored', 'Stored', '{}', nextval('versions'), $1, $1
     FROM generate_series(1, $2::int) n`,
    [NOW, AGENTS - 2],
  )
  await service.pool.query(
    `INSERT INTO queue_members (organization_id, queue_id, agent_id, weight, joined_at)
     SELECT 'org-1', 'advice', 'stored-' || n, 100, $1 FROM generate_series(1, $2::int) n`,
    [NOW, MEMBERS - 1],
  )
  const agent = { displayName: 'Agent', timezone: 'UTC' }
  const member = { ...agent, queues: [{ queueId: 'advice' }] }
  expect((await service.put('/agents/member', member)).status).toBe(201)
  const full = (limit: number) => ({ status: 409, body: { code: 'DIRECTORY_FULL', limit } })
  expect(await service.put('/agents/one-more', member)).toMatchObject(full(MEMBERS))
  expect((await service.put('/agents/member', member)).status).toBe(200)
  await expectFull((id) => service.put(`/agents/${id}`, agent), AGENTS)
  const { body } = await service.post('/agents/batch', { agents: [{ id: 'one-more', ...agent }] })
  expect(body.results).toEqual([{ agentId: 'one-more', status: 409, code: 'DIRECTORY_FULL' }])
})
