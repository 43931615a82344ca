import { problem, type internalOperations } from '@appointments/contracts'
import type { Handlers } from '@appointments/http'
import type { App } from '../app.ts'

/** The operations of this service that only other services call. */
export const internalHandlers = (app: App): Handlers<typeof internalOperations, 'participants'> => ({
  resolveTicket: ({ body }) => app.resolveTicket(body),
  viewRoom: async ({ body }) => {
    const view = await app.viewRoom(body)
    if (!view) throw problem('INVALID_REQUEST', 'No room has this address.')
    return view
  },
  readAssignments: ({ body }) => app.readAssignments(body),
})
