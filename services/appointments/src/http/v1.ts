import type { z } from 'zod'
import { asV1, hideCancelled, presentElementV1, presentV1 } from '@appointments/appointment/v1'
import type { Caller, WholeAppointment } from '@appointments/contracts'
import { v1, type v1Operations } from '@appointments/contracts/v1'
import { serve, type Handlers, type Served } from '@appointments/http'
import { keyedOperation } from '@appointments/idempotency'
import type { App } from '../app.ts'
import type { ScheduleAppointment } from '../domain/schedule.ts'
import { findEligible, presentCounts } from './counts.ts'
import { presentRoom } from './present-room.ts'

/** The operations of this service in v1. */
export const serveV1 = ({ app }: { app: App }): Served[] => [serve('appointments', v1, v1Handlers(app))]

/** A v1 request schedules for at most one customer. */
const commandOf = (
  caller: Caller,
  { customer, ...rest }: z.output<typeof v1Operations.scheduleAppointmentBasic.body>,
): ScheduleAppointment => ({
  ...rest,
  caller,
  customers: customer ? [customer] : [],
  pointerTo: () => '/customer',
})

/** @throws Error if the appointment has no room, which cannot happen after an activation */
function presentActivation({ appointment: { room } }: WholeAppointment) {
  if (!room) throw new Error('an activated appointment has no room')
  return presentRoom(room)
}

/** Maps the operations of v1 to the use cases. */
const v1Handlers = (app: App): Handlers<typeof v1Operations, 'appointments'> => ({
  findAppointments: async ({ caller, query }) => {
    const page = await app.findAppointments({ caller, query, withCancelled: false })
    return { ...page, content: page.content.map(presentElementV1(caller)) }
  },
  scheduleAppointment: ({ caller, body }) =>
    keyedOperation(presentV1(caller), () => asV1(app.scheduleAppointment(commandOf(caller, body)))),
  scheduleAppointmentBasic: ({ caller, body }) =>
    keyedOperation(presentV1(caller), () => asV1(app.scheduleAppointment(commandOf(caller, body)))),
  updateAppointment: ({ caller, body }) =>
    keyedOperation(presentV1(caller), () =>
      asV1(app.updateAppointment({ caller, id: body.id, request: body })),
    ),
  rescheduleAppointment: ({ caller, body: { id, ...wanted } }) =>
    keyedOperation(presentV1(caller), () => asV1(app.rescheduleAppointment({ caller, id, wanted }))),
  activateAppointment: ({ caller, params: { id } }) =>
    keyedOperation(presentActivation, () => asV1(app.activateAppointment({ caller, id })), { about: id }),
  deleteAppointment: async ({ caller, params: { id } }) => {
    await asV1(app.deleteAppointment({ caller, id }))
    return undefined
  },
  getAppointment: async ({ caller, params: { id } }) => {
    const whole = await app.getAppointment({ caller, id })
    hideCancelled(whole)
    return presentV1(caller)(whole)
  },
  countAppointments: async ({ query }) => presentCounts(await app.countAppointments(query)),
  countOverlaps: async ({ query }) => ({ count: await app.countOverlaps(query) }),
  findEligibleAppointments: findEligible(app),
})
