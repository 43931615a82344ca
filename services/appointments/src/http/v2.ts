import type { z } from 'zod'
import { presentAppointment, presentElement } from '@appointments/appointment'
import {
  applicationRequest,
  instant,
  isStaff,
  presentationRequest,
  v2,
  v2Administration,
  type Caller,
  type v2AdministrationOperations,
  type v2Operations,
} from '@appointments/contracts'
import type { SecureTokens } from '@appointments/credentials'
import { patched, serve, type Handlers, type Served } from '@appointments/http'
import { keyedOperation } from '@appointments/idempotency'
import type { App } from '../app.ts'
import type { StoredAppointment } from '../domain/appointment.ts'
import type { ScheduleAppointment } from '../domain/schedule.ts'
import type { LinksFor } from './customer-links.ts'
import { findEligible, presentCounts } from './counts.ts'
import { presentChange, presentEntry } from './present-change.ts'
import { presentHold } from './present-hold.ts'
import { openedRoomOf, presentRoom } from './present-room.ts'
import { streamChanges } from './stream-changes.ts'

interface V2Deps {
  app: App
  secureTokens: SecureTokens
  linksFor: LinksFor
}

/** The operations of this service in v2. */
export const serveV2 = ({ app, secureTokens, linksFor }: V2Deps): Served[] => [
  serve('appointments', v2, v2Handlers({ app, secureTokens, linksFor })),
  serve('appointments', v2Administration, administrationHandlers(app)),
]

/** A v2 request schedules for any number of customers. */
const commandOf = (
  caller: Caller,
  { customers, ...rest }: z.output<typeof v2Operations.scheduleAppointmentBasic.body>,
): ScheduleAppointment => ({
  ...rest,
  caller,
  customers: customers ?? [],
  followsPolicy: true,
  pointerTo: (place) => `/customers/${place}`,
})

/** Maps the operations of v2 to the use cases. */
function v2Handlers({ app, secureTokens, linksFor }: V2Deps): Handlers<typeof v2Operations, 'appointments'> {
  const present = (caller: Caller) => presentAppointment(caller, secureTokens.of)
  const withLinks = (caller: Caller) => {
    const presented = present(caller)
    return (stored: StoredAppointment) => {
      const links = isStaff(caller) ? undefined : linksFor(caller, stored)
      return { ...presented(stored), ...(links && { links }) }
    }
  }
  return {
    findAppointments: async ({ caller, query }) => {
      const page = await app.findAppointments({ caller, query, withCancelled: true })
      return { ...page, content: page.content.map(presentElement(caller)) }
    },
    scheduleAppointment: ({ caller, body }) =>
      keyedOperation(present(caller), () => app.scheduleAppointment(commandOf(caller, body))),
    scheduleAppointmentBasic: ({ caller, body }) =>
      keyedOperation(withLinks(caller), () => app.scheduleAppointment(commandOf(caller, body))),
    updateAppointment: ({ caller, body, ifMatch }) =>
      keyedOperation(present(caller), () =>
        app.updateAppointment({ caller, ifMatch, id: body.id, request: body }),
      ),
    rescheduleAppointment: ({ caller, body: { id, ...wanted }, ifMatch }) =>
      keyedOperation(withLinks(caller), () =>
        app.rescheduleAppointment({ caller, ifMatch, id, wanted, followsPolicy: true }),
      ),
    activateAppointment: ({ caller, params: { id }, ifMatch }) =>
      keyedOperation(present(caller), () => app.activateAppointment({ caller, ifMatch, id })),
    cancelAppointment: ({ caller, params: { id }, body = {}, ifMatch }) =>
      keyedOperation(present(caller), () =>
        app.cancelAppointment({ caller, ifMatch, id, cancellation: body, notify: body.notify ?? true }),
      ),
    removeAppointment: async ({ caller, params: { id }, ifMatch }) => {
      await app.removeAppointment({ caller, id, ifMatch })
      return undefined
    },
    getAppointment: async ({ caller, params: { id } }) =>
      present(caller)(await app.getAppointment({ caller, id })),
    getRoom: async ({ caller, params: { id } }) => {
      const room = await app.getRoom({ caller, id })
      return { ...presentRoom(room), joinFrom: instant(room.joinFrom) }
    },
    findTimeline: async ({ caller, params: { id }, query }) => {
      const { changes, nameOf, ...next } = await app.findTimeline({ caller, id, ...query })
      return { content: changes.map((change) => presentEntry(change, nameOf)), ...next }
    },
    openRoom: ({ caller, params: { id }, ifMatch }) =>
      keyedOperation(openedRoomOf, () => app.openRoom({ caller, ifMatch, id }), { about: id }),
    countAppointments: async ({ query }) => presentCounts(await app.countAppointments(query)),
    countOverlaps: async ({ query }) => ({ count: await app.countOverlaps(query) }),
    findEligibleAppointments: findEligible(app),
  }
}

const asStored = <Settings>(settings: Settings) => settings

/** Handlers of the operations on applications and their settings. */
const administrationHandlers = (app: App): Handlers<typeof v2AdministrationOperations, 'appointments'> => ({
  getMe: ({ caller }) => app.getMe({ caller }),
  getApplication: ({ caller, params }) => app.getApplication({ caller, id: params.applicationId }),
  putApplication: ({ caller, params, body, ifMatch, mustExist }) =>
    keyedOperation(asStored, () =>
      app.putApplication({ caller, ifMatch, mustExist, id: params.applicationId, request: body }),
    ),
  patchApplication: ({ caller, params, body, ifMatch }) =>
    keyedOperation(asStored, () =>
      app.patchApplication({
        caller,
        ifMatch,
        id: params.applicationId,
        patch: body,
        patched: (current) => patched(applicationRequest, current, body),
      }),
    ),
  findApplications: ({ caller, query }) => app.findApplications({ caller, query }),
  getAvailabilitySettings: ({ caller, params }) =>
    app.getAvailabilitySettings({ caller, id: params.applicationId }),
  putAvailabilitySettings: ({ caller, params, body, ifMatch }) =>
    keyedOperation(asStored, () =>
      app.putAvailabilitySettings({ caller, ifMatch, id: params.applicationId, request: body }),
    ),
  getPresentation: ({ caller, params }) => app.getPresentation({ caller, id: params.applicationId }),
  putPresentation: ({ caller, params, body, ifMatch }) =>
    keyedOperation(asStored, () =>
      app.changePresentation({ caller, ifMatch, id: params.applicationId, changed: () => body }),
    ),
  patchPresentation: ({ caller, params, body, ifMatch }) =>
    keyedOperation(asStored, () =>
      app.changePresentation({
        caller,
        ifMatch,
        id: params.applicationId,
        changed: ({ brand: { logo: _, ...brand }, ...rest }) =>
          patched(presentationRequest, { ...rest, brand }, body),
      }),
    ),
  putLogo: ({ caller, params, body, ifMatch }) =>
    keyedOperation(asStored, () => app.putLogo({ caller, ifMatch, id: params.applicationId, image: body })),
  removeLogo: async ({ caller, params, ifMatch }) => {
    await app.removeLogo({ caller, ifMatch, id: params.applicationId })
    return undefined
  },
  getProfile: ({ params, query }) =>
    app.getProfile({ id: params.applicationId, hasFallback: query.fallback === true }),
  getAppointmentStatistics: ({ caller, query }) => app.getAppointmentStatistics({ caller, query }),
  findChanges: async ({ caller, query, signal }) => {
    const { content, ...page } = await app.findChanges({ caller, query, signal })
    return { content: content.map((one) => presentChange(caller, one)), ...page }
  },
  followChanges: async ({ caller, query: { cursor, ...filters }, lastEventId }) =>
    streamChanges(caller, await app.followChanges({ caller, cursor: lastEventId ?? cursor, filters })),
  // the id of a hold is a secret, which only its owner gets
  holdSlot: ({ caller, body }) =>
    keyedOperation(presentHold, () => app.holdSlot({ caller, request: body }), { isSecret: true }),
  getHold: async ({ caller, params: { id } }) => presentHold(await app.getHold({ caller, id })),
  extendHold: ({ caller, params: { id }, body = {} }) =>
    keyedOperation(presentHold, () => app.extendHold({ caller, id, ttl: body.ttl }), { isSecret: true }),
  releaseHold: async ({ params: { id } }) => {
    await app.releaseHold({ id })
    return undefined
  },
})
