import { instant } from '@appointments/contracts'
import { describe, expect, it } from 'vitest'
import {
  aCustomer,
  agent,
  appointmentsService,
  customerOf,
  inRoom,
  machine,
  managing,
  of,
  rejection,
  supervisor,
  V2,
} from './harness.ts'

const service = appointmentsService()
const room = (id: string, caller = agent) => service.call(caller, 'GET', `${V2}/${id}/room`)
const activated = async () => {
  const body = await service.scheduled({ customers: [aCustomer()] })
  expect((await service.call(machine, 'POST', `${V2}/activate/${body.id}`)).status).toBe(200)
  return { id: body.id, ada: customerOf(body) }
}

describe('getRoom', () => {
  it('shows the address and expiry to callers who may enter [H5.9]', async () => {
    const { id, ada } = await activated()
    const { roomAccess } = (await service.call(supervisor, 'GET', `/api/appointments/${id}`)).body
    const callers = [agent, supervisor, machine, inRoom(id, ada), managing(id, ada)]
    for (const caller of callers) {
      const { status, body } = await room(id, caller)
      expect(status).toBe(200)
      const { start } = (await service.call(supervisor, 'GET', `${V2}/${id}`)).body
      expect(body).toEqual({ ...roomAccess, joinFrom: instant(Date.parse(start) - 900_000) })
    }
  })

  it('is a conflict before the activation and after the end [H5.9]', async () => {
    const scheduled = await service.scheduled()
    expect(rejection(await room(scheduled.id))).toEqual({ status: 409, code: 'NOT_ACTIVATED' })
    const { id } = await activated()
    await service.call(agent, 'PUT', `${V2}/${id}/cancel`)
    expect(rejection(await room(id))).toEqual({ status: 409, code: 'INVALID_STATE' })
  })

  it('is allowed for assigned agents only, even if others may read the appointment [H5.9]', async () => {
    const { id } = await activated()
    const stranger = { ...agent, userId: 'agent-9' }
    expect((await service.call(stranger, 'GET', `${V2}/${id}`)).status).toBe(200)
    expect(rejection(await room(id, stranger))).toEqual({ status: 403, code: 'FORBIDDEN' })
    const other = of('org-2', supervisor)
    expect(rejection(await room(id, other))).toEqual({ status: 404, code: 'APPOINTMENT_NOT_FOUND' })
  })

  it('is allowed for customers of this appointment only, until it expires [H9.9]', async () => {
    const [own, other] = [await activated(), await activated()]
    for (const caller of [inRoom(own.id, own.ada), managing(own.id, own.ada)])
      expect(rejection(await room(other.id, caller))).toEqual({ status: 403, code: 'FORBIDDEN' })
    // the error does not reveal whether it exists
    expect(rejection(await room('nowhere', inRoom(own.id, own.ada)))).toEqual({
      status: 403,
      code: 'FORBIDDEN',
    })
    expect(rejection(await room(own.id, inRoom(own.id, 'removed')))).toEqual({
      status: 403,
      code: 'FORBIDDEN',
    })

    const { expires } = (await room(own.id)).body
    service.setNow(expires)
    expect(rejection(await room(own.id, inRoom(own.id, own.ada)))).toEqual({
      status: 404,
      code: 'APPOINTMENT_EXPIRED',
    })
    expect((await room(own.id)).status).toBe(200)
  })
})
