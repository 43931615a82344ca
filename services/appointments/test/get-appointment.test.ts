import { describe, expect, it } from 'vitest'
import type { Caller } from '@appointments/contracts'
import {
  aCustomer,
  agent,
  anonymous,
  appointmentsService,
  customerOf,
  inRoom,
  machine,
  managing,
  of,
  rejection,
  supervisor,
  V1,
  V2,
} from './harness.ts'

const service = appointmentsService()
const get = (id: string, caller: Caller, version = V2) => service.call(caller, 'GET', `${version}/${id}`)
/** The body of a problem without the path of the request, which its `instance` repeats. */
const rejected = async (id: string, caller: Caller) => {
  const { body } = await get(id, caller)
  return { ...body, instance: undefined }
}
const NOT_FOUND = { status: 404, code: 'APPOINTMENT_NOT_FOUND' }
const FORBIDDEN = { status: 403, code: 'FORBIDDEN' }

describe('getAppointment', () => {
  it('returns the scheduled appointment on both versions [4.1 GET /{id}, 8.2, 9.1]', async () => {
    const { body } = await service.call(agent, 'POST', V1, {
      applicationId: 'app-1',
      start: '2027-01-09T09:00:00+01:00',
      duration: 'PT0.5H',
      title: 'Review',
      customer: aCustomer(),
    })
    expect((await get(body.id, agent, V1)).body).toEqual(body)
    const { body: whole, headers } = await get(body.id, agent)
    expect(whole).toMatchObject({
      start: '2027-01-09T08:00:00Z',
      end: '2027-01-09T08:30:00Z',
      duration: 'PT0.5H',
      participants: [{ id: 'agent-7', type: 'AGENT' }, { type: 'CUSTOMER' }],
      version: 2,
    })
    expect(headers.get('etag')).toBe('"2"')
    expect(JSON.stringify([body, whole])).not.toContain('ada@example.com')
  })

  it('shows the room on v1 only, and only while the appointment is active [4.1.9, 2.1 roomAccess]', async () => {
    const { id } = await service.scheduled()
    expect((await get(id, agent, V1)).body).not.toHaveProperty('roomAccess')
    const { body: room } = await service.call(agent, 'POST', `${V1}/activate/${id}`)
    expect((await get(id, agent, V1)).body.roomAccess).toEqual(room)
    expect((await get(id, agent)).body).not.toHaveProperty('roomAccess')
  })

  it('shows the newest roster [2.2 state]', async () => {
    const scheduled = await service.scheduled({ customers: [aCustomer()] })
    await service.presence(scheduled.id, 2, { [customerOf(scheduled)]: 'WAITING' })
    const { body, headers } = await get(scheduled.id, agent)
    expect(body.participants).toEqual([
      { id: 'agent-7', type: 'AGENT' },
      { id: customerOf(scheduled), type: 'CUSTOMER', state: 'WAITING' },
    ])
    expect({ version: body.version, etag: headers.get('etag') }).toEqual({ version: 3, etag: '"3"' })
    const v1 = await get(scheduled.id, agent, V1)
    expect(v1.body.participantIds.map(({ state }) => state)).toEqual(['-', 'WAITING'])
  })

  it('returns a cancelled appointment on v2 only [3.1 reading, 7 404]', async () => {
    const { id } = await service.scheduled()
    await service.call(agent, 'PUT', `${V2}/${id}/cancel`)
    expect(rejection(await get(id, agent, V1))).toEqual(NOT_FOUND)
    expect((await get(id, agent)).body.state).toBe('CANCELLED')
  })

  it('is 404 for staff of another organization, as for an unknown appointment', async () => {
    const { id } = await service.scheduled({ applicationId: 'app-org-1' }, of('org-1', agent))
    for (const caller of [agent, supervisor, machine]) {
      expect((await get(id, of('org-1', caller))).status).toBe(200)
      expect((await get(id, caller)).status).toBe(200)
      expect(rejection(await get(id, of('org-2', caller)))).toEqual(NOT_FOUND)
      expect(rejection(await get('nowhere', of('org-2', caller)))).toEqual(NOT_FOUND)
    }
  })

  it('is allowed for a customer of the appointment [4.1.9, 5.4]', async () => {
    const { id, ...scheduled } = await service.scheduled({ customers: [aCustomer()] })
    const ada = customerOf(scheduled)
    for (const version of [V1, V2]) {
      expect((await get(id, inRoom(id, ada), version)).status).toBe(200)
      expect((await get(id, managing(id, ada), version)).status).toBe(200)
    }
    expect(rejection(await get(id, managing(id, ada, { actions: ['CANCEL'] })))).toEqual(FORBIDDEN)
  })

  it('is 404 for its customer if the token names another organization', async () => {
    const body = { applicationId: 'app-org-1', customers: [aCustomer()] }
    const { id, ...scheduled } = await service.scheduled(body, of('org-1', agent))
    for (const caller of [inRoom(id, customerOf(scheduled)), managing(id, customerOf(scheduled))]) {
      expect((await get(id, of('org-1', caller))).status).toBe(200)
      expect(rejection(await get(id, of('org-2', caller)))).toEqual(NOT_FOUND)
    }
  })

  it("is 403 for another appointment's customer, whether or not it exists [4.1.9, 5.4, 7 403]", async () => {
    const { id, ...scheduled } = await service.scheduled({ customers: [aCustomer()] })
    const other = await service.scheduled()
    const ada = customerOf(scheduled)
    for (const caller of [inRoom(id, ada), managing(id, ada)]) {
      const responses = [await get(other.id, caller), await get('nowhere', caller)]
      for (const response of responses) expect(rejection(response)).toEqual(FORBIDDEN)
      expect(responses[0]?.body.errors).toEqual(responses[1]?.body.errors)
    }
  })

  it('names the token that a customer of another appointment needs, whether or not the appointment exists [H6]', async () => {
    const { id, ...scheduled } = await service.scheduled({ customers: [aCustomer()] })
    const other = await service.scheduled({ title: 'Merger', applicationId: 'app-org-2' }, of('org-2', agent))
    const caller = managing(id, customerOf(scheduled))
    const [existing, missing] = [await rejected(other.id, caller), await rejected('nowhere', caller)]
    expect(existing).toEqual(missing)
    expect(existing).toMatchObject({
      detail:
        'Needs a staff token, or a token made from a link of this appointment; a customer token gives access to its own appointment only.',
    })
    expect(JSON.stringify(existing)).not.toMatch(/merger|org-2|agent-/i)
  })

  it('is 403 without a grant', async () => {
    const { id } = await service.scheduled()
    expect(rejection(await get(id, { roles: ['ROLE_CUSTOMER'] }))).toEqual(FORBIDDEN)
    expect(rejection(await get(id, anonymous))).toEqual(FORBIDDEN)
  })

  it('is allowed for assigned agents only, if agentAccess is ASSIGNED', async () => {
    await service.configured('app-assigned', { agentAccess: 'ASSIGNED' })
    const { id } = await service.scheduled({ applicationId: 'app-assigned' })
    const colleague: Caller = { roles: ['ROLE_AGENT'], userId: 'agent-8' }
    expect((await get(id, agent)).status).toBe(200)
    expect(rejection(await get(id, colleague))).toEqual(NOT_FOUND)
    expect((await get(id, supervisor)).status).toBe(200)
    expect((await get(id, machine)).status).toBe(200)
    const roster = await service.rosterOf(id)
    await service.publishRoster(id, 2, {
      participants: [...roster.participants, { id: 'agent-8', type: 'AGENT' }],
    })
    expect((await get(id, colleague)).status).toBe(200)
    const before = await service.footprint()
    const stranger: Caller = { roles: ['ROLE_AGENT'], userId: 'agent-9' }
    expect(rejection(await service.call(stranger, 'PUT', V2, { id, title: 'x' }))).toEqual(NOT_FOUND)
    expect(await service.footprint()).toEqual(before)
  })

  it('names the setting that hides appointments from an agent, whether or not the appointment exists [H6]', async () => {
    await service.configured('app-hides', { agentAccess: 'ASSIGNED' })
    const assigned = await service.scheduled({ applicationId: 'app-hides', title: 'Merger' })
    const foreign = await service.scheduled(
      { applicationId: 'app-org-3', title: 'Merger' },
      of('org-3', agent),
    )
    const stranger = of('org-1', { roles: ['ROLE_AGENT'], userId: 'agent-9' })
    const hidden = await rejected(assigned.id, stranger)
    for (const id of [foreign.id, 'nowhere']) expect(await rejected(id, stranger)).toEqual(hidden)
    expect(hidden).toMatchObject({
      status: 404,
      detail:
        'No appointment with this id is visible to this agent; an application whose agentAccess is ASSIGNED shows agents only the appointments that they take part in.',
    })
    expect(JSON.stringify(hidden)).not.toMatch(/merger|org-|app-|agent-/i)
    expect(JSON.stringify(await rejected(foreign.id, of('org-1', supervisor)))).not.toMatch(
      /agentAccess|merger|org-|app-/i,
    )
  })

  it('rejects callers other than the gateway', async () => {
    const { id } = await service.scheduled()
    const headers = { 'x-internal-caller': 'made-up' }
    expect(rejection(await service.call(agent, 'GET', `${V2}/${id}`, undefined, headers))).toEqual({
      status: 401,
      code: 'UNAUTHORIZED',
    })
  })
})

it('shows the new agent as the target after a reassignment [H5.10]', async () => {
  const target = { id: 'agent-7', type: 'AGENT' }
  const { id } = await service.scheduled({ targetAssignment: target })
  const queued = await service.scheduled({ targetAssignment: { id: 'loans', type: 'QUEUE' } })
  for (const one of [id, queued.id])
    await service.publishRoster(one, 2, {
      organizerId: 'agent-9',
      participants: [{ id: 'agent-9', type: 'AGENT' }],
    })
  expect(await service.read(id)).toMatchObject({ targetAssignment: { id: 'agent-9', type: 'AGENT' } })
  expect(await service.read(queued.id)).toMatchObject({ targetAssignment: { id: 'loans', type: 'QUEUE' } })
})
