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

/** A read by id of somebody who asked at the same time as others. */
const appointmentRead = z.object({
  /** The version it was asked of. */
  api: z.enum(['v1', 'v2']),
  id: z.string(),
  /** The token that says who asks. */
  caller: z.string(),
  requestId: z.string(),
  traceparent: z.string().optional(),
})
export type AppointmentRead = z.infer<typeof appointmentRead>

/** Most reads that travel together. */
export const MOST_READS = 64

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
  readAppointments: {
    method: 'POST',
    path: '/appointments/read',
    owner: 'appointments',
    access: 'internal',
    summary:
      'Read appointments for callers who asked at the same time, each answered as if it had asked alone',
    body: z.array(appointmentRead).min(1).max(MOST_READS),
    status: 200,
    answer: z.string(),
    mediaType: 'application/vnd.appointments.answers',
    problems: [],
  },
} as const satisfies OperationTable

export const internal: Api<typeof internalOperations> = {
  name: 'platform',
  base: '/internal',
  operations: internalOperations,
}
