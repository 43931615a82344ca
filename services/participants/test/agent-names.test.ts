import { agentSubject, type EventData } from '@appointments/contracts'
import { newEvent } from '@appointments/outbox'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anAgent, NOW } from './builders.ts'
import { runParticipants, type RunningParticipants } from './running-service.ts'

let service: RunningParticipants
let version = 0
const named = async (id: string, displayName?: string, organizationId = '') => {
  version += 1
  const data: EventData<'APAgentChangedEvent'> = {
    organizationId,
    id,
    version,
    ...(displayName !== undefined && { displayName }),
    active: displayName !== undefined,
    removed: displayName === undefined,
  }
  await service.publish(
    newEvent('APAgentChangedEvent', { subject: id, aggregateVersion: version, at: NOW, data }).event,
  )
}
const lead = anAgent('lead', { roles: ['ROLE_SUPERVISOR'] })

beforeAll(async () => {
  service = await runParticipants({ claimSlot: () => Promise.resolve() })
  await named('agent-5', 'Anna Berg')
  await named('agent-6', 'Ben Okoye')
})
afterAll(() => service.stop())

it('shows the name of the new organizer, also in a replayed response', async () => {
  const { id: applicationId } = await service.configured({ agentReassignmentEnabled: true })
  const { id } = await service.scheduled({ appointment: { applicationId, applicationVersion: 2 } })
  const request = { body: { id, userId: 'agent-5' }, caller: lead, key: `key-${id}` }
  const first = await service.v2('PUT', '/reassign', request)
  const repeated = await service.v2('PUT', '/reassign', request)
  for (const { body } of [first, repeated])
    expect(body).toMatchObject({
      organizer: { id: 'agent-5', displayName: 'Anna Berg' },
      participants: [{ id: 'agent-5', displayName: 'Anna Berg' }, { type: 'CUSTOMER' }],
    })
  expect(first.body.participants[1]).not.toHaveProperty('displayName')
})

it('shows the name of an added agent and of a participant that is read, on v2 only', async () => {
  const { id } = await service.scheduled()
  const added = await service.v2('POST', '/participants/agents', { body: { id, userId: 'agent-6' } })
  expect(added).toMatchObject({ status: 200, body: { id: 'agent-6', displayName: 'Ben Okoye' } })
  const path = `/${id}/participants/agent-6`
  expect((await service.v2('GET', path)).body).toMatchObject({ id: 'agent-6', displayName: 'Ben Okoye' })
  const onV1 = await service.v1('GET', path)
  expect(onV1.status).toBe(200)
  expect(onV1.body).not.toHaveProperty('displayName')
})

it('hides the name of a removed agent, and of an agent with the same id in another organization', async () => {
  const { id } = await service.scheduled()
  await named('agent-8', 'Cleo', 'org-1')
  await service.v2('POST', '/participants/agents', { body: { id, userId: 'agent-8' } })
  const read = async () => (await service.v2('GET', `/${id}/participants/agent-8`)).body
  expect(await read()).not.toHaveProperty('displayName')
  await named('agent-8', 'Cleo')
  expect(await read()).toHaveProperty('displayName', 'Cleo')
  await named('agent-8')
  expect(await read()).not.toHaveProperty('displayName')
})

it('leaves no dead letter with the name of a removed agent', async () => {
  const key = agentSubject('', 'agent-9')
  const letters = async () =>
    (await service.broker.deadLetters('participants')).filter(({ message }) => message.key === key).length
  // the event as another release might send it
  const body = { id: 'unreadable', type: 'APAgentChangedEvent', data: { displayName: 'Canary' } }
  await service.broker.publish({ id: 'unreadable', type: 'APAgentChangedEvent', key, body, headers: {} })
  await expect.poll(letters).toBe(1)
  await named('agent-9', 'Canary')
  await named('agent-9')
  await expect.poll(letters).toBe(0)
})
