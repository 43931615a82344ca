import { describe, expect, it } from 'vitest'
import { agent, appointmentsService, machine, supervisor, V1, V2, type ClientResponse } from './harness.ts'

const service = appointmentsService()
const marks = ({ headers }: ClientResponse) => ({
  since: headers.get('deprecation'),
  link: headers.get('link'),
})
const NONE = { since: null, link: null }
const replacedBy = (operation: string) => ({
  since: expect.stringMatching(/^@\d+$/) as string,
  link: `</docs#${operation}>; rel="successor-version"`,
})

describe('deprecated parts of the API are marked in the response that uses them [H5.16]', () => {
  it('the organizerId filter of lists, on both versions', async () => {
    const { id } = await service.scheduled({ applicationId: 'app-marks' })
    for (const base of [V1, V2]) {
      const list = (query: string) =>
        service.call(supervisor, 'GET', `${base}?applicationId=app-marks${query}`)
      const filtered = await list('&organizerId=agent-7')
      expect(filtered.body).toMatchObject({ content: [{ id }] })
      expect(marks(filtered)).toEqual(replacedBy('findAppointments'))
      expect(marks(await list('&agentId=agent-7'))).toEqual(NONE)
    }
  })

  it('activation on v1, and every v1 response that shows the room', async () => {
    const { id } = await service.scheduled()
    const read = (base: string) => service.call(agent, 'GET', `${base}/${id}`)
    expect(marks(await read(V1))).toEqual(NONE)
    expect(marks(await service.call(machine, 'POST', `${V1}/activate/${id}`))).toEqual(
      replacedBy('activateAppointment'),
    )
    expect(marks(await read(V1))).toEqual(replacedBy('getRoom'))
    expect(marks(await service.call(agent, 'PUT', V1, { id, title: 'Moved' }))).toEqual(replacedBy('getRoom'))
    expect(marks(await read(V2))).toEqual(NONE)
  })

  it('activation on v2 is the successor and is not marked', async () => {
    const { id } = await service.scheduled()
    expect(marks(await service.call(machine, 'POST', `${V2}/activate/${id}`))).toEqual(NONE)
  })

  it('eligible appointments and DELETE on v1', async () => {
    const { id } = await service.scheduled()
    expect(marks(await service.call(machine, 'GET', `${V2}/eligible`))).toEqual(
      replacedBy('findAppointments'),
    )
    expect(marks(await service.call(agent, 'DELETE', `${V1}/${id}`))).toEqual(replacedBy('cancelAppointment'))
  })
})
