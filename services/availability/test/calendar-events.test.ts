import { randomUUID } from 'node:crypto'
import { DAY_MS, type EventData } from '@appointments/contracts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { NOW, runAvailability, type RunningAvailability } from './running-service.ts'

let service: RunningAvailability
beforeAll(async () => {
  service = await runAvailability()
})
afterAll(() => service.stop())

const at = (days: number) => new Date(NOW.getTime() + days * DAY_MS).toISOString()
const hours = [{ days: ['MO', 'TU', 'WE', 'TH', 'FR'], from: '09:00', to: '17:00' }]
const profile = { displayName: 'Anna', timezone: 'Europe/Berlin', hours, queues: [{ queueId: 'desk' }] }
/** An agent of the directory. */
const anAgent = async (fields: object = {}): Promise<string> => {
  const id = `agent-${randomUUID()}`
  await service.put('/queues/desk', { name: 'Desk' })
  expect((await service.put(`/agents/${id}`, { ...profile, ...fields })).status).toBe(201)
  return id
}
const changesOf = (agentId: string) =>
  service.published
    .filter(({ type }) => type === 'APCalendarChangedEvent')
    .map(({ data }) => data as EventData<'APCalendarChangedEvent'>)
    .filter((data) => data.agentId === agentId)
/** An appointment for which an agent's time is reserved. */
const reserve = (agentId: string, applicationId = 'app') =>
  service.claimed({
    holder: { type: 'APPOINTMENT', id: randomUUID() },
    version: 2,
    organizationId: 'org-1',
    applicationId,
    start: at(5),
    end: at(6),
    claims: [{ agentId, kind: 'RESERVED', from: at(5), to: at(6) }],
  })

beforeEach(() => void (service.published.length = 0))

it('publishes an absence with its time before the response, and the removal of extra hours', async () => {
  const agentId = await anAgent()
  const absence = await service.post(`/agents/${agentId}/exceptions`, {
    type: 'ABSENCE',
    from: at(3),
    until: at(4),
  })
  expect(changesOf(agentId)).toEqual([
    {
      organizationId: 'org-1',
      agentId,
      from: at(3),
      to: at(4),
      cause: 'ABSENCE',
      version: expect.any(Number) as number,
    },
  ])
  const extra = await service.post(`/agents/${agentId}/exceptions`, {
    type: 'EXTRA_HOURS',
    from: at(3),
    until: at(4),
  })
  await service.remove(`/agents/${agentId}/exceptions/${absence.body.id as string}`)
  expect(changesOf(agentId)).toHaveLength(1)
  await service.remove(`/agents/${agentId}/exceptions/${extra.body.id as string}`)
  const [first, second] = changesOf(agentId)
  expect(second).toMatchObject({ cause: 'EXTRA_HOURS', from: at(3), to: at(4) })
  expect(second!.version).toBeGreaterThan(first!.version)
})

it.each([
  ['other hours', { hours: [{ ...hours[0], to: '12:00' }] }],
  ['another zone', { timezone: 'UTC' }],
  ['an inactive agent', { active: false }],
  ['a queue that the agent leaves', { queues: [] }],
  ['a maximum', { maxPerDay: 1 }],
])('publishes %s', async (_, change) => {
  const agentId = await anAgent()
  expect((await service.put(`/agents/${agentId}`, { ...profile, ...change })).status).toBe(200)
  expect(changesOf(agentId)).toMatchObject([{ organizationId: 'org-1', cause: 'AGENT' }])
  expect(changesOf(agentId)[0]).not.toHaveProperty('from')
})

it('publishes the changed agents of a batch, but not new or only renamed ones', async () => {
  const [agentId, renamed] = [await anAgent(), await anAgent()]
  const created = `agent-${randomUUID()}`
  const agents = [
    { ...profile, id: agentId, hours: [] },
    { ...profile, id: renamed, displayName: 'Ann' },
    { ...profile, id: created },
  ]
  expect((await service.post('/agents/batch', { agents })).status).toBe(200)
  expect(changesOf(agentId)).toHaveLength(1)
  expect([...changesOf(renamed), ...changesOf(created)]).toEqual([])
})

it('publishes the removal of an agent', async () => {
  const agentId = await anAgent()
  await service.remove(`/agents/${agentId}`)
  expect(changesOf(agentId)).toMatchObject([{ cause: 'REMOVED' }])
})

it('publishes a change of a schedule or a holiday calendar for the agents whose time is reserved', async () => {
  await service.put('/schedules/shift', { name: 'Shift', hours })
  await service.put('/holiday-calendars/town', { name: 'Town', timezone: 'UTC', days: [] })
  const shift = { hours: undefined, scheduleId: 'shift' }
  const [reserved, idle, celebrating] = [
    await anAgent(shift),
    await anAgent(shift),
    await anAgent({ holidayCalendarId: 'town' }),
  ]
  const byApplication = await anAgent()
  await service.configured({ id: 'app-town', organizationId: 'org-1', version: 2 })
  await service.offering({ applicationId: 'app-town', version: 1, holidayCalendarIds: ['town'] })
  await reserve(reserved)
  await reserve(celebrating)
  await reserve(byApplication, 'app-town')
  await service.put('/schedules/shift', { name: 'Shift', hours: [] })
  expect([changesOf(reserved), changesOf(idle)]).toMatchObject([[{ cause: 'SCHEDULE' }], []])
  await service.put('/holiday-calendars/town', {
    name: 'Town',
    timezone: 'UTC',
    days: [{ date: at(5).slice(0, 10), name: 'Fair' }],
  })
  expect([changesOf(celebrating), changesOf(byApplication), changesOf(reserved)]).toMatchObject([
    [{ cause: 'HOLIDAYS' }],
    [{ cause: 'HOLIDAYS' }],
    [{ cause: 'SCHEDULE' }],
  ])
})
