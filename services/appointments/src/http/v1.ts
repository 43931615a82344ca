import {
  asV1,
  presentElementV1,
  presentV1,
  problem,
  type v1Operations,
  type WholeAppointment,
} from '@appointments/contracts'
import type { Handlers } from '@appointments/http'
import { answered } from '@appointments/idempotency'
import type { App } from '../app.ts'
import { findEligible, presentCounts } from './counts.ts'
import { presentRoom } from './present-room.ts'
import { fromV1 } from './schedule-command.ts'

/** @throws Error for an appointment that is not activated, which an activation never leaves behind */
function presentActivation({ appointment: { room } }: WholeAppointment) {
  if (!room) throw new Error('an activated appointment has a room')
  return presentRoom(room)
}

/** The operations of v1 over the use cases. */
export const v1Handlers = (app: App): Handlers<typeof v1Operations, 'appointments'> => ({
  findAppointments: async ({ caller, query }) => {
    const page = await app.findAppointments({ caller, query, withCancelled: false })
    return { ...page, content: page.content.map(presentElementV1(caller)) }
  },
  scheduleAppointment: ({ caller, body }) =>
    answered(presentV1(caller), () => app.scheduleAppointment(fromV1(caller, body))),
  scheduleAppointmentBasic: ({ caller, body }) =>
    answered(presentV1(caller), () => app.scheduleAppointment(fromV1(caller, body))),
  updateAppointment: ({ caller, body }) =>
    answered(presentV1(caller), () => asV1(app.updateAppointment({ caller, id: body.id, request: body }))),
  rescheduleAppointment: ({ caller, body: { id, ...wanted } }) =>
    answered(presentV1(caller), () => asV1(app.rescheduleAppointment({ caller, id, wanted }))),
  activateAppointment: ({ caller, params: { id } }) =>
    answered(presentActivation, () => asV1(app.activateAppointment({ caller, id }))),
  deleteAppointment: async ({ caller, params: { id } }) => {
    await asV1(app.deleteAppointment({ caller, id }))
    return undefined
  },
  getAppointment: async ({ caller, params: { id } }) => {
    const whole = await app.getAppointment({ caller, id })
    if (whole.appointment.state === 'CANCELLED') throw problem('APPOINTMENT_NOT_FOUND')
    return presentV1(caller)(whole)
  },
  countAppointments: async ({ query }) => presentCounts(await app.countAppointments(query)),
  countOverlaps: async ({ query }) => ({ count: await app.countOverlaps(query) }),
  findEligibleAppointments: findEligible(app),
})
