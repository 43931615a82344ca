import type { internalOperations } from '@appointments/contracts'
import type { Handlers } from '@appointments/http'
import type { App } from '../app.ts'

/** The operations of this service that only other services call. */
export const internalHandlers = (app: App): Handlers<typeof internalOperations, 'participants'> => ({
  resolveTicket: ({ body }) => app.resolveTicket(body),
  viewRoom: ({ body }) => app.viewRoom(body),
  readAssignments: ({ body }) => app.readAssignments(body),
})
