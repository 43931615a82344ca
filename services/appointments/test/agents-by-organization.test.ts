import { describe, expect, it } from 'vitest'
import {
  agent,
  anonymous,
  appointmentsService,
  aSchedule,
  free,
  machine,
  of,
  rejection,
  supervisor,
  V2,
} from './harness.ts'

const service = appointmentsService()
const NORTH = 'north'
const application = (id: string, organization?: string) =>
  service.configured(
    id,
    { overlapPolicy: 'REJECT' },
    organization === undefined ? machine : of(organization, machine),
  )
const booked = (agentId: string, applicationId: string, organization?: string) =>
  service.scheduled(
    { applicationId, targetAssignment: { id: agentId, type: 'AGENT' } },
    organization === undefined ? agent : of(organization, agent),
  )
const organizationsOf = async (agentId: string) =>
  (
    await service.query<{ organization_id: string | null }>(
      'SELECT organization_id FROM agent_bookings WHERE agent_id = $1',
      [agentId],
    )
  ).map(({ organization_id }) => organization_id)

describe("an agent's time", () => {
  it('is recorded with the organization of the application, which is empty if there is none', async () => {
    await application('of-north', NORTH)
    await application('of-none')
    await booked('recorded-1', 'of-north', NORTH)
    await booked('recorded-2', 'of-none')
    expect(await organizationsOf('recorded-1')).toEqual([NORTH])
    expect(await organizationsOf('recorded-2')).toEqual([''])
  })

  it('is free in another organization that uses the same agent id', async () => {
    await application('of-north', NORTH)
    await application('of-south', 'south')
    await application('of-none')
    const booking = { targetAssignment: { id: 'everywhere', type: 'AGENT' } }
    await booked('everywhere', 'of-north', NORTH)
    await booked('everywhere', 'of-south', 'south')
    await booked('everywhere', 'of-none')
    const again = await service.call(
      of(NORTH, agent),
      'POST',
      V2,
      aSchedule({ ...booking, applicationId: 'of-north' }),
    )
    expect(rejection(again)).toEqual({ status: 409, code: 'SLOT_TAKEN' })
    const moved = await service.scheduled(
      { ...booking, applicationId: 'of-south', start: '2027-01-10T09:00:00Z' },
      of('south', agent),
    )
    const claimed = await service.call(anonymous, 'POST', '/internal/slots/claim', {
      appointmentId: moved.id,
      agentIds: ['everywhere'],
      rosterVersion: 1,
    })
    expect(claimed.status).toBe(204)
  })

  it('is free in another organization, even while a cancelled appointment still holds it', async () => {
    await application('of-north', NORTH)
    await application('of-south', 'south')
    const { id } = await booked('still-held', 'of-north', NORTH)
    const { participants } = service.others
    service.others.participants = (ids) =>
      ids.map((one) => ({ ...service.everything(one), appointmentVersion: 1, rosterVersion: 1 }))
    try {
      await service.call(of(NORTH, supervisor), 'PUT', `${V2}/${id}/cancel`)
      const wish = aSchedule({
        applicationId: 'of-north',
        targetAssignment: { id: 'still-held', type: 'AGENT' },
      })
      const again = await service.call(of(NORTH, agent), 'POST', V2, wish)
      expect(rejection(again)).toEqual({ status: 409, code: 'SLOT_TAKEN' })
      await booked('still-held', 'of-south', 'south')
    } finally {
      service.others.participants = participants
    }
  })

  it('counts towards the maximum of its own organization only', async () => {
    const limits = [{ from: '2027-01-09T00:00:00Z', to: '2027-01-10T00:00:00Z', max: 1 }]
    service.availability.decide = (request) => {
      const decision = free(request, { queue: ['counted'] })
      return { ...decision, candidates: decision.candidates.map((one) => ({ ...one, limits })) }
    }
    const book = (organization: string, start: string) =>
      service.call(of(organization, agent), 'POST', V2, {
        applicationId: `max-${organization}`,
        start,
        duration: 'PT30M',
        targetAssignment: { type: 'QUEUE', id: 'queue' },
      })
    const enforced = { availabilityPolicy: 'ENFORCE' }
    for (const organization of [NORTH, 'south']) {
      await application(`max-${organization}`, organization)
      const path = `/api/v2/applications/max-${organization}/availability`
      expect((await service.call(of(organization, supervisor), 'PUT', path, enforced)).status).toBe(200)
      expect((await book(organization, '2027-01-09T09:00:00Z')).status).toBe(200)
    }
    expect((await book(NORTH, '2027-01-09T12:00:00Z')).status).toBe(409)
  })

  it.each([
    ['until the hold expires', '2026-12-01T12:00:00.001Z', 409],
    ['and is free from the moment the hold expires', '2026-12-01T12:00:00.000Z', 200],
  ])('stays occupied by a hold that another replica made %s', async (_, until, status) => {
    await application('of-north', NORTH)
    const agentId = `held-${status}`
    await service.query(
      `INSERT INTO agent_bookings (agent_id, organization_id, hold_key, start_at, end_at, exclusive, claimed_until,
         occupied_from, occupied_to)
       VALUES ($1, $2, $1, '2027-01-09T09:30:00Z', '2027-01-09T10:00:00Z', true, $3, '2027-01-09T09:20:00Z',
         '2027-01-09T10:10:00Z')`,
      [agentId, NORTH, until],
    )
    const booking = await service.call(of(NORTH, agent), 'POST', V2, {
      applicationId: 'of-north',
      start: '2027-01-09T09:00:00Z',
      duration: 'PT30M',
      targetAssignment: { id: agentId, type: 'AGENT' },
    })
    expect(rejection(booking)).toEqual({ status, ...(status === 409 && { code: 'SLOT_TAKEN' }) })
  })
})
