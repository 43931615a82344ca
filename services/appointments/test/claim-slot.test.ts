import { beforeAll, describe, expect, it } from 'vitest'
import { agent, appointmentsService, rejection, supervisor, V2, anonymous } from './harness.ts'

const service = appointmentsService()
const applicationId = 'app-once'
const NOW = '2026-12-01T12:00:00Z'
const ask = (body: object) => service.call(anonymous, 'POST', '/internal/slots/claim', body)
/** Claims agents for the first roster of an appointment. */
const claim = (appointmentId: string, ...agentIds: string[]) =>
  ask({ appointmentId, agentIds, rosterVersion: 1 })
/** An agent that no other test books. */
let agents = 0
const anAgent = () => {
  agents += 1
  return `claimed-${agents}`
}
const schedule = (change: Record<string, unknown> = {}, id = anAgent()) =>
  service.scheduled({ applicationId, targetAssignment: { id, type: 'AGENT' }, ...change })
const bookingsOf = (agentId: string) =>
  service.query<{ appointment_id: string; exclusive: boolean; claimed_until: Date | null }>(
    'SELECT appointment_id, exclusive, claimed_until FROM agent_bookings WHERE agent_id = $1',
    [agentId],
  )
const TAKEN = { status: 409, code: 'SLOT_TAKEN' }

describe('claimSlot', () => {
  beforeAll(() => service.configured(applicationId, { overlapPolicy: 'REJECT' }))

  it('reserves the time of an agent who is about to be assigned', async () => {
    const { id } = await schedule()
    const one = anAgent()
    expect(await claim(id, one)).toMatchObject({ status: 204, body: undefined })
    const before = await service.footprint()
    const rejected = await service.call(agent, 'POST', V2, {
      applicationId,
      start: '2027-01-09T09:15:00Z',
      duration: 'PT30M',
      targetAssignment: { id: one, type: 'AGENT' },
    })
    expect(rejected).toMatchObject({
      status: 409,
      body: {
        code: 'SLOT_TAKEN',
        blocking: { agentId: one, start: '2027-01-09T09:00:00Z', end: '2027-01-09T09:30:00Z' },
      },
    })
    expect(await service.footprint()).toEqual(before)
    expect((await schedule({ start: '2027-01-09T09:30:00Z' }, one)).state).toBe('SCHEDULED')
  })

  it('rejects a booked agent, and claims none of the agents in the same request', async () => {
    const [busy, free] = [anAgent(), anAgent()]
    await schedule({}, busy)
    const { id } = await schedule()
    const before = await service.footprint()
    expect(rejection(await claim(id, free, busy))).toEqual(TAKEN)
    expect(await service.footprint()).toEqual(before)
    expect(await bookingsOf(free)).toEqual([])
  })

  it('accepts exactly one of many parallel claims of an agent', async () => {
    const one = anAgent()
    const appointments = await Promise.all(Array.from({ length: 10 }, () => schedule()))
    const responses = await Promise.all(appointments.map(({ id }) => claim(id, one)))
    expect(responses.map(({ status }) => status).sort()).toEqual([204, ...Array<number>(9).fill(409)])
    expect(await bookingsOf(one)).toHaveLength(1)
  })

  it('ends when the participants service reports that it was not stored, and not before 30 s [H3]', async () => {
    const [first, second, third] = [await schedule(), await schedule(), await schedule()]
    const one = anAgent()
    service.setNow(NOW)
    await claim(first.id, one)
    service.setNow('2026-12-01T12:00:30Z')
    expect(rejection(await claim(second.id, one))).toEqual(TAKEN)
    expect((await claim(first.id, one)).status).toBe(204)
    service.setNow('2026-12-01T12:01:00Z')
    expect(rejection(await claim(second.id, one))).toEqual(TAKEN)
    service.setNow('2026-12-01T12:01:00.001Z')
    expect((await claim(second.id, one)).status).toBe(204)
    expect(rejection(await claim(third.id, one))).toEqual(TAKEN)
    service.setNow(NOW)
  })

  it('stays while the participants service does not reply, and when it stores the assignment [H3]', async () => {
    const [first, second] = [await schedule(), await schedule()]
    const [one, later] = [anAgent(), '2026-12-01T13:00:00Z']
    const { participants } = service.others
    service.setNow(NOW)
    await claim(first.id, one)
    try {
      service.setNow(later)
      service.others.participants = () => undefined
      expect(rejection(await claim(second.id, one))).toEqual(TAKEN)
      const roster = {
        ...(await service.rosterOf(first.id)),
        version: 2,
        organizerId: one,
        participants: [{ id: one, type: 'AGENT' as const }],
      }
      service.others.participants = (ids) =>
        ids.map((id) => ({ ...service.everything(id), rosterVersion: 2, roster }))
      expect(rejection(await claim(second.id, one))).toEqual(TAKEN)
      expect((await service.read(first.id)).organizer).toEqual({ id: one, type: 'AGENT' })
      expect(service.asked).toContainEqual({ ids: [first.id], endClaimsOf: [first.id] })
    } finally {
      service.others.participants = participants
      service.setNow(NOW)
    }
  })

  it.each(['participants', 'notifications'] as const)(
    'keeps the old time of an appointment occupied until %s has applied the change [H3]',
    async (name) => {
      const known = service.others[name]
      const changes: ((id: string, one: string) => Promise<unknown>)[] = [
        (id) => service.call(supervisor, 'PUT', `${V2}/${id}/cancel`),
        (id) => service.call(supervisor, 'PUT', `${V2}/reschedule`, { id, start: '2027-02-01T09:00:00Z' }),
        (id) => service.call(supervisor, 'DELETE', `${V2}/${id}`),
        (id) =>
          service.publishRoster(id, 2, {
            organizerId: `other-${id}`,
            participants: [{ id: `other-${id}`, type: 'AGENT' }],
          }),
      ]
      for (const change of changes) {
        const one = anAgent()
        const { id } = await schedule({}, one)
        const next = await schedule()
        try {
          service.others[name] = (ids) =>
            ids.map((each) => ({ ...service.everything(each), appointmentVersion: 1, rosterVersion: 1 }))
          await change(id, one)
          expect(rejection(await claim(next.id, one))).toEqual(TAKEN)
          service.others[name] = (ids) =>
            ids.map((each) => ({ ...service.everything(each), isRemoved: true }))
          expect((await claim(next.id, one)).status).toBe(204)
        } finally {
          service.others[name] = known
        }
      }
    },
  )

  it('is confirmed by the roster with the agent', async () => {
    const { id } = await schedule()
    const one = anAgent()
    await claim(id, one)
    await service.publishRoster(id, 2, { organizerId: one, participants: [{ id: one, type: 'AGENT' }] })
    expect(await bookingsOf(one)).toEqual([{ appointment_id: id, exclusive: true, claimed_until: null }])
    service.setNow('2026-12-02T12:00:00Z')
    expect(rejection(await claim((await schedule()).id, one))).toEqual(TAKEN)
    service.setNow(NOW)
  })

  it('survives other changes of the appointment, and the roster that it is based on', async () => {
    const { id } = await schedule()
    const one = anAgent()
    await ask({ appointmentId: id, agentIds: [one], rosterVersion: 2 })
    await service.call(supervisor, 'PUT', V2, { id, title: 'Changed' })
    await service.publishRoster(id, 2, {})
    expect(rejection(await claim((await schedule()).id, one))).toEqual(TAKEN)
  })

  it('moves with the appointment when it is repeated', async () => {
    const { id } = await schedule()
    const one = anAgent()
    await claim(id, one)
    await service.call(supervisor, 'PUT', `${V2}/reschedule`, { id, start: '2027-02-01T09:00:00Z' })
    expect((await claim(id, one)).status).toBe(204)
    expect((await schedule({}, one)).state).toBe('SCHEDULED')
    expect(rejection(await claim((await schedule({ start: '2027-02-01T09:00:00Z' })).id, one))).toEqual(TAKEN)
  })

  it('keeps an assignment made in spite of a conflict, and allows no other booking at its time', async () => {
    const one = anAgent()
    const first = await schedule({}, one)
    const { id } = await schedule()
    await service.publishRoster(id, 2, { organizerId: one, participants: [{ id: one, type: 'AGENT' }] })
    expect((await service.read(id)).organizer).toEqual({ id: one, type: 'AGENT' })
    expect(await bookingsOf(one)).toHaveLength(2)
    await service.call(supervisor, 'PUT', `${V2}/${first.id}/cancel`)
    expect(rejection(await claim((await schedule()).id, one))).toEqual(TAKEN)
    // and other fields can be changed
    expect((await service.call(supervisor, 'PUT', V2, { id, title: 'Kept' })).status).toBe(200)
  })

  it('releases agents who left', async () => {
    const one = anAgent()
    const { id } = await schedule({}, one)
    await service.publishRoster(id, 2, {
      organizerId: 'other',
      participants: [{ id: 'other', type: 'AGENT' }],
    })
    expect((await schedule({}, one)).state).toBe('SCHEDULED')
  })

  it('respects bookings made before the application rejected double booking', async () => {
    const one = anAgent()
    await schedule({ applicationId: 'app-late' }, one)
    await service.configured('app-late', { overlapPolicy: 'REJECT' })
    const { id } = await schedule({ applicationId: 'app-late' })
    expect(rejection(await claim(id, one))).toEqual(TAKEN)
  })

  it('does nothing if double booking is allowed, and is rejected for an appointment that has ended', async () => {
    const one = anAgent()
    const { id } = await schedule({ applicationId: 'app-free' })
    const ended = await schedule()
    await service.call(supervisor, 'PUT', `${V2}/${ended.id}/cancel`)
    const before = await service.footprint()
    expect((await claim(id, one)).status).toBe(204)
    expect(rejection(await claim(ended.id, one))).toEqual({ status: 409, code: 'INVALID_STATE' })
    expect(await service.footprint()).toEqual(before)
  })

  it('rejects an unknown appointment, and a claim without agents or without the version of the roster', async () => {
    expect(rejection(await claim('nowhere', 'agent-7'))).toEqual({
      status: 404,
      code: 'APPOINTMENT_NOT_FOUND',
    })
    const invalid = { status: 400, code: 'VALIDATION_FAILED' }
    expect(rejection(await claim('nowhere'))).toEqual(invalid)
    expect(rejection(await ask({ appointmentId: 'nowhere', agentIds: ['agent-7'] }))).toEqual(invalid)
  })
})
