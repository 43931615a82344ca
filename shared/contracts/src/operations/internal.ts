import { z } from 'zod'
import type { Api, OperationTable } from './operation.ts'

/** What a ticket or a secureToken opens, for the gateway to make a token of. */
export const ticketGrant = z.object({
  appointmentId: z.string(),
  kind: z.enum(['room', 'manage']),
  /** Absent for a secureToken of an appointment with no customer or several. */
  participantId: z.string().optional(),
  organizationId: z.string().optional(),
  ticketVersion: z.int(),
  epoch: z.int(),
  /** When nobody may enter any more. */
  expiresAt: z.string(),
})
export type TicketGrant = z.infer<typeof ticketGrant>

/** Operations only services call; the gateway has no route to them. */
export const internalOperations = {
  resolveTicket: {
    method: 'POST',
    path: '/tickets/resolve',
    owner: 'participants',
    access: 'internal',
    summary: 'What a ticket or a secureToken opens',
    body: z.object({ token: z.string(), type: z.enum(['ticket', 'secure-token']) }),
    status: 200,
    answer: ticketGrant,
    problems: ['INVALID_REQUEST'],
  },
  claimSlot: {
    method: 'POST',
    path: '/slots/claim',
    owner: 'appointments',
    access: 'internal',
    summary:
      'Reserve the time of an appointment for agents about to be assigned, where double booking is refused',
    body: z.object({ appointmentId: z.string(), agentIds: z.array(z.string()).min(1).max(50) }),
    status: 204,
    problems: ['SLOT_TAKEN', 'APPOINTMENT_NOT_FOUND'],
  },
} as const satisfies OperationTable

export const internal: Api<typeof internalOperations> = {
  name: 'platform',
  base: '/internal',
  operations: internalOperations,
}
