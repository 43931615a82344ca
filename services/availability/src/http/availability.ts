import type { availabilityOperations } from '@appointments/contracts'
import type { Handlers } from '@appointments/http'
import { keyedOperation } from '@appointments/idempotency'
import type { App } from '../app.ts'

/** Handlers of the reads of slots. */
export const availabilityHandlers = (app: App): Handlers<typeof availabilityOperations, 'availability'> => ({
  findSlots: ({ caller, query }) => app.findSlots({ caller, query }),
  findSlotDays: ({ caller, query }) => app.findSlotDays({ caller, query }),
  findNextSlots: ({ caller, query }) => app.findNextSlots({ caller, query }),
  findOfferedServiceTypes: ({ caller, query }) => app.findOfferedServiceTypes({ caller, ...query }),
  checkAvailability: ({ caller, body }) =>
    keyedOperation(
      (checked) => checked,
      () => app.checkAvailability({ caller, request: body }),
    ),
  findFreeBusy: ({ caller, query }) => app.findFreeBusy({ caller, query }),
  findAffectedAppointments: ({ caller, query }) => app.findAffectedAppointments({ caller, query }),
})
