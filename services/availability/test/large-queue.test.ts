import type { Decision, DecisionRequest } from '@appointments/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { NOW, runAvailability, type RunningAvailability } from './running-service.ts'

const HOUR_MS = 3_600_000
/** Maximum number of agents that a response or a decision lists. */
const LISTED = 50
const tomorrow = Math.floor(NOW.getTime() / (24 * HOUR_MS) + 1) * 24 * HOUR_MS
const at = (hour: number) => new Date(tomorrow + hour * HOUR_MS).toISOString().replace('.000Z', 'Z')
/** Members in the order of their ids. */
const members = Array.from({ length: LISTED + 2 }, (_, n) => `agent-${String(n).padStart(2, '0')}`)

let service: RunningAvailability
beforeAll(async () => {
  service = await runAvailability()
  await service.configured({ id: 'shop', version: 1, organizationId: 'org-1' })
  await service.put('/queues/advice', { name: 'Advice' })
  const { body } = await service.post('/agents/batch', {
    agents: members.map((id) => ({
      id,
      displayName: id,
      timezone: 'UTC',
      hours: [{ days: ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], from: '09:00', to: '10:00' }],
      queues: [{ queueId: 'advice' }],
    })),
  })
  expect((body.results as { status: number }[]).every(({ status }) => status === 201)).toBe(true)
})
afterAll(() => service.stop())

const decide = async (more: Partial<DecisionRequest> = {}): Promise<Decision> => {
  const target = { queueId: 'advice' }
  const request = { applicationId: 'shop', purpose: 'BOOK' as const, start: at(9), end: at(10), target }
  return (await service.decide({ ...request, ...more }))[0]!
}
const idsOf = ({ candidates }: Decision) => candidates.map(({ agentId }) => agentId)

it('a decision lists fifty members, and the others if these are excluded', async () => {
  const first = await decide()
  expect(idsOf(first)).toEqual(members.slice(0, LISTED))
  expect(first.more).toBe(true)
  const rest = await decide({ exclude: idsOf(first) })
  expect([idsOf(rest), rest.more]).toEqual([members.slice(LISTED), false])
  const none = await decide({ exclude: members })
  expect([idsOf(none), none.verdict, none.reasons]).toEqual([[], 'NOT_OFFERED', ['NOBODY_FREE']])
})

it('slots and next slots list fifty members, and count all', async () => {
  const about = { applicationId: 'shop', queueId: 'advice', duration: 'PT1H', include: 'agents,capacity' }
  const slot = { start: at(9), agents: members.slice(0, LISTED), capacity: members.length }
  for (const [path, window] of [
    ['slots', { from: at(9), to: at(10) }],
    ['next', { from: at(9) }],
  ] as const) {
    const query = new URLSearchParams({ ...about, ...window })
    const { body } = await service.get(`/availability/${path}?${query.toString()}`)
    expect(body.slots, path).toEqual([expect.objectContaining(slot)])
  }
})

it('a check lists fifty members, those who offer the time first', async () => {
  const absent = members.slice(0, 3)
  for (const id of absent)
    await service.post(`/agents/${id}/exceptions`, { type: 'ABSENCE', from: at(9), until: at(10) })
  const body = { applicationId: 'shop', queueId: 'advice', start: at(9), duration: 'PT1H' }
  const { body: check } = await service.post('/availability/check', body)
  const agents = check.agents as { agentId: string; offered: boolean }[]
  expect(check.offered).toBe(true)
  expect(agents.filter(({ offered }) => offered).map(({ agentId }) => agentId)).toEqual(members.slice(3))
  expect(agents.slice(LISTED - 1)).toMatchObject([{ agentId: absent[0], offered: false }])
})
