import type { internalOperations } from '@appointments/contracts'
import type { Handlers } from '@appointments/http'
import type { App } from '../app.ts'
import type { ReadAppointments } from './read-appointments.ts'

/** Handlers of the operations for other services. */
export const internalHandlers = (
  app: App,
  readAppointments: ReadAppointments,
): Handlers<typeof internalOperations, 'appointments'> => ({
  claimSlot: async ({ body }) => {
    await app.claimSlot(body)
    return undefined
  },
  claimMember: ({ body }) => app.claimMember(body),
  readAllowedOrigins: ({ body }) => app.readAllowedOrigins(body),
  readOtpAllowance: ({ body }) => app.readOtpAllowance(body),
  readClaims: ({ body }) => app.readClaims(body),
  readUnapplied: ({ body }) => app.readUnapplied(body),
  readPublishedApplications: ({ body }) => app.readPublishedApplications(body),
  completePhone: ({ body }) => app.completePhone(body),
  readAppointments: ({ body }) => readAppointments(body),
})
