import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCaller, aCustomerRecord, anAgent } from './builders.ts'
import { runParticipants, type RunningParticipants } from './running-service.ts'

describe('findParticipants', () => {
  let service: RunningParticipants
  beforeAll(async () => {
    service = await runParticipants()
  })
  afterAll(() => service.stop())

  const list = async (id: string, caller = aCaller()) => {
    const response = await service.v2('GET', `/${id}/participants`, { caller })
    return { status: response.status, body: response.body as unknown as object[] }
  }
  const machine = aCaller({ roles: ['ROLE_CLIENT_SERVICE'], userId: undefined })

  it('returns everyone with names, presence, contacts and links to staff of the appointment', async () => {
    const ada = aCustomerRecord({ lastName: 'Lovelace', metadata: { tier: 'gold' } })
    const grace = aCustomerRecord({
      firstName: undefined,
      email: undefined,
      phone: undefined,
      username: 'grace',
    })
    const { id } = await service.scheduled({ customers: [ada, grace] })
    await service.v2('PUT', `/${id}/participants/${ada.id}?state=WAITING`)
    const expiresAt = '2027-01-07T14:00:00Z'
    const expected = [
      { id: 'agent-1', type: 'AGENT', expiresAt },
      {
        id: ada.id,
        type: 'CUSTOMER',
        expiresAt,
        displayName: 'Ada Lovelace',
        state: 'WAITING',
        contact: { primaryEmail: 'ada@example.com', primaryPhone: '+4930123456' },
        name: { firstName: 'Ada', lastName: 'Lovelace' },
        metadata: { tier: 'gold' },
        ticket: { accessUrl: service.tickets.roomLink(ada.id, 1), expiresAt },
      },
      {
        id: grace.id,
        type: 'CUSTOMER',
        expiresAt,
        displayName: 'grace',
        username: 'grace',
        ticket: { accessUrl: service.tickets.roomLink(grace.id, 1), expiresAt },
      },
    ]
    for (const caller of [aCaller(), machine, anAgent('agent-1')])
      expect(await list(id, caller)).toEqual({ status: 200, body: expected })
    const { body: one } = await service.v2('GET', `/${id}/participants/${ada.id}`)
    expect(one).toMatchObject({ state: 'WAITING' })
    const { body: v1 } = await service.v1('GET', `/${id}/participants/${ada.id}`)
    expect(v1).not.toHaveProperty('state')
  })

  it('returns names only to an agent who does not take part', async () => {
    const ada = aCustomerRecord({ lastName: 'Lovelace', metadata: { tier: 'gold' } })
    const { id } = await service.scheduled({ customers: [ada] })
    const expiresAt = '2027-01-07T14:00:00Z'
    expect(await list(id, anAgent('agent-9'))).toEqual({
      status: 200,
      body: [
        { id: 'agent-1', type: 'AGENT', expiresAt },
        { id: ada.id, type: 'CUSTOMER', expiresAt, displayName: 'Ada Lovelace' },
      ],
    })
  })

  it('hides appointments that the caller may not read', async () => {
    const { id: applicationId } = await service.configured({ agentAccess: 'ASSIGNED' })
    const { id } = await service.scheduled({
      appointment: { applicationId, applicationVersion: 2, organizationId: 'ours' },
    })
    const ours = { organizationId: 'ours' }
    expect((await list(id, anAgent('agent-1', ours))).status).toBe(200)
    const hidden = { status: 404, body: { code: 'APPOINTMENT_NOT_FOUND' } }
    expect(await list(id, anAgent('agent-9', ours))).toMatchObject(hidden)
    expect(await list(id, aCaller({ organizationId: 'theirs' }))).toMatchObject(hidden)
    expect(await list('nowhere')).toMatchObject(hidden)
  })
})
