import {
  asV1,
  instantInSeconds,
  presentElementV1,
  presentV1,
  problem,
  type v1Operations,
} from '@appointments/contracts'
import type { Handlers } from '@appointments/http'
import type { App } from '../app.ts'
import { findEligible, presentCounts } from './counts.ts'
import { fromV1 } from './schedule-command.ts'

/** The operations of v1 over the use cases. */
export const v1Handlers = (app: App): Handlers<typeof v1Operations, 'appointments'> => ({
  findAppointments: async ({ caller, query }) => {
    const page = await app.findAppointments({ caller, query, withCancelled: false })
    return { ...page, content: page.content.map(presentElementV1) }
  },
  scheduleAppointment: async ({ caller, body }) =>
    presentV1(await app.scheduleAppointment(fromV1(caller, body))),
  scheduleAppointmentBasic: async ({ caller, body }) =>
    presentV1(await app.scheduleAppointment(fromV1(caller, body))),
  updateAppointment: async ({ caller, body }) =>
    presentV1(await asV1(app.updateAppointment({ caller, id: body.id, request: body }))),
  rescheduleAppointment: async ({ caller, body: { id, ...wanted } }) =>
    presentV1(await asV1(app.rescheduleAppointment({ caller, id, wanted }))),
  activateAppointment: async ({ caller, params: { id } }) => {
    const { room } = (await asV1(app.activateAppointment({ caller, id }))).appointment
    if (!room) throw new Error('an activated appointment has a room')
    return { expires: instantInSeconds(room.expires), url: room.url }
  },
  deleteAppointment: async ({ caller, params: { id } }) => {
    await asV1(app.deleteAppointment({ caller, id }))
    return undefined
  },
  getAppointment: async ({ caller, params: { id } }) => {
    const whole = await app.getAppointment({ caller, id })
    if (whole.appointment.state === 'CANCELLED') throw problem('APPOINTMENT_NOT_FOUND')
    return presentV1(whole)
  },
  countAppointments: async ({ query }) => presentCounts(await app.countAppointments(query)),
  countOverlaps: async ({ query }) => ({ count: await app.countOverlaps(query) }),
  findEligibleAppointments: findEligible(app),
})
