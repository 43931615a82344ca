import { describe, expect, it } from 'vitest'
import { agent, appointmentsService, machine, of, rejection, supervisor, V1, V2 } from './harness.ts'

const service = appointmentsService()
const softDelete = (id: string, caller = agent) => service.call(caller, 'DELETE', `${V1}/${id}`)
const NOT_FOUND = { status: 404, code: 'APPOINTMENT_NOT_FOUND' }

describe('deleteAppointment of v1', () => {
  it.each([
    ['scheduled', false],
    ['active', true],
  ])(
    'cancels a %s appointment, without a response body, and publishes only the deletion [3.1 row 3, 4.1 DELETE /{id}, 4.1.8, 6.1, 7 deletions, 9.4]',
    async (_, active) => {
      const { id } = await service.scheduled()
      if (active) await service.call(agent, 'POST', `${V1}/activate/${id}`)
      const { status, body, headers } = await softDelete(id, machine)
      expect({ status, body }).toEqual({ status: 204, body: undefined })
      expect(headers.get('deprecation')).toMatch(/^@\d+$/)
      expect(headers.get('link')).toMatch(/rel="successor-version"/)
      const events = await service.eventsOf(id)
      expect(events.slice(active ? 2 : 1)).toMatchObject([
        {
          type: 'APDeletedEvent',
          data: { appointment: { state: 'CANCELLED', epoch: 2 }, actor: { role: 'ROLE_CLIENT_SERVICE' } },
        },
      ])
    },
  )

  it('returns the same response and publishes nothing when repeated or after a cancellation on v2 [3.1 row 4, 6.1]', async () => {
    const { id } = await service.scheduled()
    await softDelete(id)
    const other = await service.scheduled()
    await service.call(agent, 'PUT', `${V2}/${other.id}/cancel`)
    const before = await service.footprint()
    expect((await softDelete(id)).status).toBe(204)
    expect((await softDelete(other.id)).status).toBe(204)
    expect(await service.footprint()).toEqual(before)
  })

  it('hides the appointment on v1 and keeps it on v2 [3.1 row 3, 3.1 reading, 9.3]', async () => {
    const { id } = await service.scheduled({ title: 'Review' })
    await softDelete(id)
    expect(rejection(await service.call(supervisor, 'GET', `${V1}/${id}`))).toEqual(NOT_FOUND)
    const { status, body } = await service.call(supervisor, 'GET', `${V2}/${id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      title: 'Review',
      state: 'CANCELLED',
      cancellation: { at: '2026-12-01T12:00:00Z', by: 'agent-7', byRole: 'ROLE_AGENT' },
    })
    expect(body).not.toHaveProperty('secureToken')
  })

  it('returns 404 for an unknown appointment and one of another organization', async () => {
    const { id } = await service.scheduled({ applicationId: 'app-org-1' }, of('org-1', agent))
    const before = await service.footprint()
    expect(rejection(await softDelete(id, of('org-2', agent)))).toEqual(NOT_FOUND)
    expect(rejection(await softDelete('nowhere'))).toEqual(NOT_FOUND)
    expect(await service.footprint()).toEqual(before)
  })

  it("releases the agent's time", async () => {
    const applicationId = 'app-once'
    await service.configured(applicationId, { overlapPolicy: 'REJECT' })
    const { id } = await service.scheduled({ applicationId })
    await softDelete(id)
    expect((await service.scheduled({ applicationId })).state).toBe('SCHEDULED')
  })
})
