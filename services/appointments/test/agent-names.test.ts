import type { EventData } from '@appointments/contracts'
import { beforeAll, describe, expect, it } from 'vitest'
import { agent, appointmentsService, free, machine, of, supervisor, V1, V2 } from './harness.ts'

const service = appointmentsService()
const org = 'org-names'
const caller = of(org, agent)
const START = '2027-01-09T09:00:00Z'

let version = 0
const named = (
  id: string,
  displayName: string | undefined,
  more: Partial<EventData<'APAgentChangedEvent'>> = {},
) => {
  version += 1
  return service.publish('APAgentChangedEvent', `${org}/${id}`, version, {
    organizationId: org,
    id,
    version,
    ...(displayName !== undefined && { displayName }),
    active: true,
    removed: displayName === undefined,
    ...more,
  })
}
const book = (more: object = {}) =>
  service.call(caller, 'POST', V2, { applicationId: 'app-names', start: START, duration: 'PT30M', ...more })
const read = async (id: string, version_ = V2) =>
  (await service.call(caller, 'GET', `${version_}/${id}`)).body
const shown = { id: 'agent-7', type: 'AGENT', displayName: 'Anna Berg' }

describe('the display name of an agent', () => {
  beforeAll(() => named('agent-7', 'Anna Berg'))

  it('is in the response to a booking, in reads by id and in lists, and not on v1', async () => {
    const { body: booked } = await book()
    expect(booked).toMatchObject({ organizer: shown, participants: [shown] })
    expect(await read(booked.id)).toEqual(booked)
    const list = await service.call(caller, 'GET', `${V2}?applicationId=app-names`)
    expect(list.body.content.find(({ id }) => id === booked.id)).toMatchObject({
      organizer: shown,
      participants: [shown],
    })
    const onV1 = await service.call(caller, 'GET', `${V1}?applicationId=app-names`)
    expect(JSON.stringify([await read(booked.id, V1), onV1.body])).not.toContain('Anna')
    const { body: moved } = await service.call(caller, 'PUT', `${V2}/reschedule`, {
      id: booked.id,
      start: '2027-01-10T09:00:00Z',
    })
    expect(moved).toMatchObject({ organizer: shown, participants: [shown] })
  })

  it('is that of the queue member whom the booking has chosen', async () => {
    await named('member-of-names', 'Ben Okoye')
    service.availability.queues = { 'queue-of-names': ['member-of-names'] }
    service.availability.decide = (request) => free(request, service.availability.queues)
    const { body } = await service.call(of(org, machine), 'POST', V2, {
      applicationId: 'app-names',
      start: START,
      duration: 'PT30M',
      targetAssignment: { type: 'QUEUE', id: 'queue-of-names' },
    })
    expect(body.organizer).toEqual({ id: 'member-of-names', type: 'AGENT', displayName: 'Ben Okoye' })
  })

  it('follows a change and a removal in the directory, and ignores an older version', async () => {
    const { body } = await book()
    await named('agent-7', 'Anna Ahlers')
    expect((await read(body.id)).organizer).toEqual({ ...shown, displayName: 'Anna Ahlers' })
    await named('agent-7', 'Older name', { version: 1 })
    expect((await read(body.id)).organizer).toEqual({ ...shown, displayName: 'Anna Ahlers' })
    await named('agent-7', undefined)
    expect((await read(body.id)).organizer).toEqual({ id: 'agent-7', type: 'AGENT' })
    const rows = await service.query('SELECT FROM agent_names WHERE display_name ~ $1', ['Ahlers|Berg'])
    expect(rows).toEqual([])
    await named('agent-7', 'Anna Berg')
  })

  it('belongs to one organization', async () => {
    const other = of('org-other-names', agent)
    const request = { applicationId: 'app-other-names', start: START, duration: 'PT30M' }
    const { body } = await service.call(other, 'POST', V2, request)
    expect(body.organizer).toEqual({ id: 'agent-7', type: 'AGENT' })
    const { body: ofNone } = await service.call(supervisor, 'POST', V2, {
      ...request,
      applicationId: 'app-without-organization',
      targetAssignment: { type: 'AGENT', id: 'agent-7' },
    })
    expect(ofNone.organizer).toEqual({ id: 'agent-7', type: 'AGENT' })
  })

  it('is absent for an agent whose id is the name of a property that objects have', async () => {
    await named('agent-7', 'Anna Berg')
    for (const id of ['constructor', '__proto__']) {
      const { body } = await book({ targetAssignment: { type: 'AGENT', id } })
      expect(body.organizer).toEqual({ id, type: 'AGENT' })
      await named(id, 'Of the directory')
      expect((await read(body.id)).organizer).toMatchObject({ displayName: 'Of the directory' })
    }
  })
})
