import {
  presentElementV2,
  presentV2,
  type Application,
  type v2AdministrationOperations,
  type v2Operations,
  type WholeAppointment,
} from '@appointments/contracts'
import type { SecureTokens } from '@appointments/credentials'
import type { Handlers } from '@appointments/http'
import { answered } from '@appointments/idempotency'
import type { App } from '../app.ts'
import { findEligible, presentCounts } from './counts.ts'
import { fromV2 } from './schedule-command.ts'

/** The operations of v2 over the use cases. */
export function v2Handlers(
  app: App,
  secureTokens: SecureTokens,
): Handlers<typeof v2Operations, 'appointments'> {
  const present = (whole: WholeAppointment) => presentV2(whole, secureTokens.of)
  return {
    findAppointments: async ({ caller, query }) => {
      const page = await app.findAppointments({ caller, query, withCancelled: true })
      return { ...page, content: page.content.map(presentElementV2) }
    },
    scheduleAppointment: ({ caller, body }) =>
      answered(present, () => app.scheduleAppointment(fromV2(caller, body))),
    scheduleAppointmentBasic: ({ caller, body }) =>
      answered(present, () => app.scheduleAppointment(fromV2(caller, body))),
    updateAppointment: ({ caller, body, ifMatch }) =>
      answered(present, () => app.updateAppointment({ caller, ifMatch, id: body.id, request: body })),
    rescheduleAppointment: ({ caller, body: { id, ...wanted }, ifMatch }) =>
      answered(present, () => app.rescheduleAppointment({ caller, ifMatch, id, wanted })),
    activateAppointment: ({ caller, params: { id }, ifMatch }) =>
      answered(present, () => app.activateAppointment({ caller, ifMatch, id })),
    cancelAppointment: ({ caller, params: { id }, body = {}, ifMatch }) =>
      answered(present, () =>
        app.cancelAppointment({ caller, ifMatch, id, cancellation: body, notify: body.notify ?? true }),
      ),
    removeAppointment: async ({ caller, params: { id }, ifMatch }) => {
      await app.removeAppointment({ caller, id, ifMatch })
      return undefined
    },
    getAppointment: async ({ caller, params: { id } }) => present(await app.getAppointment({ caller, id })),
    countAppointments: async ({ query }) => presentCounts(await app.countAppointments(query)),
    countOverlaps: async ({ query }) => ({ count: await app.countOverlaps(query) }),
    findEligibleAppointments: findEligible(app),
  }
}

const asItIs = (application: Application) => application

/** Applications and their settings. */
export const administrationHandlers = (
  app: App,
): Handlers<typeof v2AdministrationOperations, 'appointments'> => ({
  getApplication: ({ caller, params }) => app.getApplication({ caller, id: params.applicationId }),
  putApplication: ({ caller, params, body, ifMatch }) =>
    answered(asItIs, () => app.putApplication({ caller, ifMatch, id: params.applicationId, request: body })),
})
