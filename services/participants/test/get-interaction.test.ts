import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCaller, aCustomer } from './builders.ts'
import { runParticipants, type RunningParticipants } from './running-service.ts'

describe('getInteraction', () => {
  let service: RunningParticipants
  beforeAll(async () => {
    service = await runParticipants()
  })
  afterAll(() => service.stop())

  const interaction = {
    customFields: { topic: 'loan' },
    properties: {},
    routing: {
      type: 'VENDORA_CLOUD_FLOW' as const,
      properties: { deploymentId: 'd-1', chatMode: 'vendora-cloud' as const },
    },
    state: 'PENDING' as const,
  }

  it('returns the interaction to staff and to customers of the appointment, without custom fields to customers [H9.1] [4.2 GET /{id}/interaction, 3.2, 9.3]', async () => {
    const { id, customer } = await service.scheduled({ interaction })
    const { customFields: _, ...forCustomers } = interaction
    for (const [caller, expected] of [
      [aCaller(), interaction],
      [aCustomer(id, customer.id), forCustomers],
      [aCustomer(id), forCustomers],
    ] as const) {
      const response = await service.v2('GET', `/${id}/interaction`, { caller })
      expect(response.status).toBe(200)
      expect(response.body).toEqual(expected)
    }
    expect(service.eventsAbout(id)).toEqual([])
  })

  it('rejects all other callers', async () => {
    const { id } = await service.scheduled({ appointment: { organizationId: 'ours' } })
    const path = `/${id}/interaction`
    expect((await service.v2('GET', path, { caller: aCustomer('another') })).status).toBe(403)
    expect((await service.v2('GET', path, { caller: aCustomer(id, 'removed') })).status).toBe(403)
    expect((await service.v2('GET', path, { caller: aCaller({ organizationId: 'theirs' }) })).status).toBe(
      404,
    )
    expect((await service.v1('GET', path)).status).toBe(404)
  })
})
