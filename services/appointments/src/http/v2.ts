import {
  presentElementV2,
  presentV2,
  type Application,
  type Caller,
  type v2AdministrationOperations,
  type v2Operations,
} from '@appointments/contracts'
import type { SecureTokens } from '@appointments/credentials'
import type { Handlers } from '@appointments/http'
import { answered } from '@appointments/idempotency'
import type { App } from '../app.ts'
import { findEligible, presentCounts } from './counts.ts'
import { patchedSettings } from './patched-settings.ts'
import { presentRoom } from './present-room.ts'
import { fromV2 } from './schedule-command.ts'

/** The operations of v2 over the use cases. */
export function v2Handlers(
  app: App,
  secureTokens: SecureTokens,
): Handlers<typeof v2Operations, 'appointments'> {
  const present = (caller: Caller) => presentV2(caller, secureTokens.of)
  return {
    findAppointments: async ({ caller, query }) => {
      const page = await app.findAppointments({ caller, query, withCancelled: true })
      return { ...page, content: page.content.map(presentElementV2(caller)) }
    },
    scheduleAppointment: ({ caller, body }) =>
      answered(present(caller), () => app.scheduleAppointment(fromV2(caller, body))),
    scheduleAppointmentBasic: ({ caller, body }) =>
      answered(present(caller), () => app.scheduleAppointment(fromV2(caller, body))),
    updateAppointment: ({ caller, body, ifMatch }) =>
      answered(present(caller), () => app.updateAppointment({ caller, ifMatch, id: body.id, request: body })),
    rescheduleAppointment: ({ caller, body: { id, ...wanted }, ifMatch }) =>
      answered(present(caller), () => app.rescheduleAppointment({ caller, ifMatch, id, wanted })),
    activateAppointment: ({ caller, params: { id }, ifMatch }) =>
      answered(present(caller), () => app.activateAppointment({ caller, ifMatch, id })),
    cancelAppointment: ({ caller, params: { id }, body = {}, ifMatch }) =>
      answered(present(caller), () =>
        app.cancelAppointment({ caller, ifMatch, id, cancellation: body, notify: body.notify ?? true }),
      ),
    removeAppointment: async ({ caller, params: { id }, ifMatch }) => {
      await app.removeAppointment({ caller, id, ifMatch })
      return undefined
    },
    getAppointment: async ({ caller, params: { id } }) =>
      present(caller)(await app.getAppointment({ caller, id })),
    getRoom: async ({ caller, params: { id } }) => presentRoom(await app.getRoom({ caller, id })),
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
  putApplication: ({ caller, params, body, ifMatch, mustExist }) =>
    answered(asItIs, () =>
      app.putApplication({ caller, ifMatch, mustExist, id: params.applicationId, request: body }),
    ),
  patchApplication: ({ caller, params, body, ifMatch }) =>
    answered(asItIs, () =>
      app.patchApplication({
        caller,
        ifMatch,
        id: params.applicationId,
        patched: (current) => patchedSettings(current, body),
      }),
    ),
  findApplications: ({ caller, query }) => app.findApplications({ caller, query }),
})
