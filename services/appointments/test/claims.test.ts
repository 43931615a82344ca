import { describe, expect, it } from 'vitest'
import { agent, appointmentsService, supervisor, V2 } from './harness.ts'

const service = appointmentsService()
const claimsOf = async (id: string) => (await service.eventsOf(id, true)).map(({ data }) => data)
const booked = () => service.scheduled({ targetAssignment: { id: 'agent-1', type: 'AGENT' } })
const at = (agentId: string, from: string, to: string) => ({ agentId, kind: 'BOOKED', from, to })
const nine = '2027-01-09T09:00:00.000Z'
const halfPast = '2027-01-09T09:30:00.000Z'

describe("the events about agents' time", () => {
  it('carry the time that a booking occupies', async () => {
    const { id } = await booked()
    expect(await claimsOf(id)).toEqual([
      {
        holder: { type: 'APPOINTMENT', id },
        version: 2,
        organizationId: '',
        applicationId: 'app-1',
        organizerId: 'agent-1',
        start: nine,
        end: halfPast,
        claims: [at('agent-1', nine, halfPast)],
      },
    ])
  })

  it('are not published by bookings without an agent, and by changes that leave the time alone', async () => {
    const free = await service.scheduled({}, supervisor)
    expect(free.organizer).toBeUndefined()
    const { id } = await booked()
    expect((await service.call(agent, 'PUT', V2, { id, title: 'Another title' })).status).toBe(200)
    expect([await claimsOf(free.id), await claimsOf(id)]).toMatchObject([[], [{ version: 2 }]])
  })

  it('name the organizer, also if another agent of the appointment becomes it', async () => {
    const { id } = await booked()
    const agents = ['agent-0', 'agent-1'].map((agentId) => ({ id: agentId, type: 'AGENT' as const }))
    await service.publishRoster(id, 2, { participants: agents })
    await service.publishRoster(id, 3, { participants: agents, organizerId: 'agent-0' })
    const claims = [at('agent-0', nine, halfPast), at('agent-1', nine, halfPast)]
    expect(await claimsOf(id)).toMatchObject([
      { version: 2, organizerId: 'agent-1' },
      { version: 3, organizerId: 'agent-1', claims },
      { version: 4, organizerId: 'agent-0', claims },
    ])
  })

  it.each([
    ['cancelled', (id: string) => service.call(supervisor, 'PUT', `${V2}/${id}/cancel`)],
    ['removed', (id: string) => service.call(supervisor, 'DELETE', `${V2}/${id}`)],
  ])('free the time when the appointment is %s', async (_, end) => {
    const { id } = await booked()
    expect((await end(id)).status).toBeLessThan(300)
    expect(await claimsOf(id)).toMatchObject([{ version: 2 }, { version: 3, claims: [] }])
  })

  it('follow a move and a reassignment', async () => {
    const { id } = await booked()
    const start = '2027-02-01T09:00:00Z'
    expect((await service.call(supervisor, 'PUT', `${V2}/reschedule`, { id, start })).status).toBe(200)
    const { participants } = await service.rosterOf(id)
    await service.publishRoster(id, 2, {
      organizerId: 'agent-2',
      participants: [
        ...participants.filter(({ type }) => type === 'CUSTOMER'),
        { id: 'agent-2', type: 'AGENT' },
      ],
    })
    const moved = ['2027-02-01T09:00:00.000Z', '2027-02-01T09:30:00.000Z'] as const
    expect(await claimsOf(id)).toMatchObject([
      { version: 2 },
      { version: 3, claims: [at('agent-1', ...moved)] },
      { version: 4, claims: [at('agent-2', ...moved)] },
    ])
  })
})
