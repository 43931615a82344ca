import type { internalOperations } from '@appointments/contracts'
import type { Handlers } from '@appointments/http'
import type { App } from '../app.ts'

/** Operations for other services. */
export const internalHandlers = (app: App): Handlers<typeof internalOperations, 'appointments'> => ({
  claimSlot: async ({ body }) => {
    await app.claimSlot(body)
    return undefined
  },
})
