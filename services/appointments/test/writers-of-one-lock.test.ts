import { beforeAll, describe, expect, it } from 'vitest'
import { appointmentsService, free, machine, of as inOrganization, supervisor, V2 } from './harness.ts'

const service = appointmentsService({ DATABASE_POOL_SIZE: '5' })
const applicationId = 'app-once'

const book = (agentId: string) =>
  service.call(machine, 'POST', V2, {
    applicationId,
    start: '2027-01-09T09:00:00Z',
    duration: 'PT30M',
    targetAssignment: { type: 'AGENT', id: agentId },
  })

/** Number of the service's connections that wait for a lock. */
const waiting = async () => {
  const [row] = await service.query<{ count: number }>(
    `SELECT count(*) AS count FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'appointments' AND wait_event_type = 'Lock'`,
  )
  return row?.count
}

const lockOfAgent = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))'
/** The name of the lock of an agent, of no organization by default. */
const nameOf = (agentId: string, organizationId = '') => `${organizationId} ${agentId}`
const lockOfAppointment = 'SELECT FROM appointments WHERE id = $1 FOR UPDATE'

describe('parallel writers', () => {
  beforeAll(() => service.configured(applicationId, { overlapPolicy: 'REJECT' }))

  it('of one slot of an agent: one books it, and all others get SLOT_TAKEN', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => book('agent-wanted')))
    const codes = answers.map(({ status, body }) => (status === 200 ? 'booked' : body.code))
    expect(codes.filter((code) => code === 'booked')).toHaveLength(1)
    expect(codes.filter((code) => code === 'SLOT_TAKEN')).toHaveLength(99)
  })

  it('of one slot of an agent get SLOT_TAKEN even if a replica of an older release uses another lock', async () => {
    const agentId = 'agent-of-two-releases'
    const { id } = (await book('agent-of-older-release')).body
    const commit = await service.hold(
      `INSERT INTO agent_bookings (agent_id, appointment_id, start_at, end_at, exclusive, organization_id)
       VALUES ($1, $2, '2027-01-09T09:00:00Z', '2027-01-09T09:30:00Z', true, '')`,
      [agentId, id],
    )
    const second = book(agentId)
    await expect.poll(waiting).toBe(1)
    await commit('COMMIT')
    expect(await second).toMatchObject({ status: 409, body: { code: 'SLOT_TAKEN' } })
  })

  it('of one day of an agent do not exceed its maximum with moves', async () => {
    const id = 'app-maximum'
    await service.configured(id, { overlapPolicy: 'REJECT' })
    const policy = { availabilityPolicy: 'ENFORCE' }
    await service.call(machine, 'PUT', `/api/v2/applications/${id}/availability`, policy)
    const agentId = 'agent-of-one-a-day'
    const targetAssignment = { type: 'AGENT', id: agentId }
    const bookedOn = (day: string) =>
      service.scheduled({ applicationId: id, start: `2027-01-${day}T09:00:00Z`, targetAssignment }, machine)
    const [one, two] = [await bookedOn('10'), await bookedOn('11')]
    const limits = [{ from: '2027-01-09T00:00:00Z', to: '2027-01-10T00:00:00Z', max: 1 }]
    service.availability.decide = (request) => {
      const decision = free(request)
      return { ...decision, candidates: decision.candidates.map((each) => ({ ...each, limits })) }
    }
    const release = await service.hold(lockOfAgent, [nameOf(agentId)])
    const move = (body: object) => service.call(supervisor, 'PUT', `${V2}/reschedule`, body)
    const moves = [
      move({ id: one.id, start: '2027-01-09T09:00:00Z' }),
      move({ id: two.id, start: '2027-01-09T12:00:00Z' }),
    ]
    await expect.poll(waiting).toBe(2)
    await release()
    expect((await Promise.all(moves)).map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it.each([
    {
      of: 'an agent',
      lock: lockOfAgent,
      lockedOf: (_id: string, agentId: string) => nameOf(agentId),
      write: (_id: string, agentId: string) => book(agentId),
    },
    {
      of: 'an agent, by moves of its appointments',
      lock: lockOfAgent,
      lockedOf: (_id: string, agentId: string) => nameOf(agentId),
      write: (id: string) =>
        service.call(supervisor, 'PUT', `${V2}/reschedule`, { id, start: '2027-01-10T09:00:00Z' }),
    },
    {
      of: 'an appointment',
      lock: lockOfAppointment,
      lockedOf: (id: string) => id,
      write: (id: string) => service.call(supervisor, 'PUT', `${V2}/${id}/cancel`),
    },
  ])('of $of occupy two connections while they wait', async ({ of, lock, lockedOf, write }) => {
    const agentId = `agent-${of.length}`
    const { id } = (await book(agentId)).body
    const release = await service.hold(lock, [lockedOf(id, agentId)])
    const writes = Array.from({ length: 20 }, () => write(id, agentId))
    await expect.poll(waiting).toBe(2)
    expect((await book(`other-${agentId}`)).status).toBe(200)
    expect(await waiting()).toBeLessThanOrEqual(2)
    await release()
    await Promise.all(writes)
  })

  it('of an agent do not delay those of another organization whose agent has the same id', async () => {
    const agentId = 'agent-of-two-organizations'
    const bookingOf = async (organizationId: string) => {
      const client = inOrganization(organizationId, machine)
      const id = `app-of-${organizationId}`
      await service.call(client, 'PUT', `/api/v2/applications/${id}`, { overlapPolicy: 'REJECT' })
      return () =>
        service.call(client, 'POST', V2, {
          applicationId: id,
          start: '2027-01-09T09:00:00Z',
          duration: 'PT30M',
          targetAssignment: { type: 'AGENT', id: agentId },
        })
    }
    const [busy, quiet] = [await bookingOf('org-busy'), await bookingOf('org-quiet')]
    const release = await service.hold(lockOfAgent, [nameOf(agentId, 'org-busy')])
    const burst = Array.from({ length: 20 }, busy)
    await expect.poll(waiting).toBe(2)
    expect((await quiet()).status).toBe(200)
    expect(await waiting()).toBe(2)
    await release()
    await Promise.all(burst)
  })
})
