import type { internalOperations } from '@appointments/contracts'
import type { Handlers } from '@appointments/http'
import type { App } from '../app.ts'

/** Handlers of the operations for other services. */
export const internalHandlers = (app: App): Handlers<typeof internalOperations, 'availability'> => ({
  decideAvailability: async ({ body }) => ({ decisions: await app.decideAvailability(body.requests) }),
  findUnknownCalendars: async ({ body }) => ({ unknown: await app.findUnknownCalendars(body) }),
})
