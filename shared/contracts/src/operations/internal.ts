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
} as const satisfies OperationTable

export const internal: Api<typeof internalOperations> = {
  name: 'platform',
  base: '/internal',
  operations: internalOperations,
}
