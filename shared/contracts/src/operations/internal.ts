import { z } from 'zod'
import { identifier } from '../fields.ts'
import { rosterSnapshot } from '../snapshots.ts'
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
  /** Absent when an older release responds. */
  manageEpoch: z.int().optional(),
  /** When nobody may enter any more. */
  expiresAt: z.string(),
})
export type TicketGrant = z.infer<typeof ticketGrant>

/** What the page at a default room address shows. Nothing here identifies an agent or reaches a customer. */
export const roomView = z.object({
  state: z.enum(['OPEN', 'CANCELLED', 'ABORTED', 'EXPIRED']),
  /** Language and region of the appointment. */
  locale: z.string(),
  /** Absent when nobody can enter the room. */
  expected: z
    .object({
      start: z.string(),
      end: z.string(),
      timezone: z.string(),
      /** Name of the company, if its application has one. */
      company: z.string().optional(),
      /** First names of customers; those without one are counted only. */
      customers: z.array(z.string()),
      unnamedCustomers: z.int(),
      agents: z.int(),
    })
    .optional(),
})
export type RoomView = z.infer<typeof roomView>

/** How many one-time passwords an application lets a client ask for. */
export const otpAllowance = z.object({ perHour: z.int().optional() })
/** Neither for a number that no region completes; an unknown application has none. */
export const completedPhone = z.object({ phone: z.string().optional(), region: z.string().optional() })
export type CompletedPhone = z.infer<typeof completedPhone>

/** A read by id of somebody who asked at the same time as others. */
const appointmentRead = z.object({
  /** The version it was asked of. */
  api: z.string(),
  id: z.string(),
  /** The token that says who asks. */
  caller: z.string(),
  requestId: z.string(),
  traceparent: z.string().optional(),
})
export type AppointmentRead = z.infer<typeof appointmentRead>

/** Most reads that travel together. */
export const MOST_READS = 64

/** Most appointments that one service asks another about in one request. */
export const MOST_ASKED = 100

const appointmentIds = z.array(z.string()).max(MOST_ASKED)

/** How much of an appointment a service has applied. A service that has never received it lists nothing. */
const appliedVersions = z.object({
  id: z.string(),
  /** The appointment was removed for good; no version of it can appear any more. */
  isRemoved: z.boolean(),
  appointmentVersion: z.int(),
  rosterVersion: z.int(),
})

/** Operations only services call; the gateway has no route to them. */
export const internalOperations = {
  resolveTicket: {
    method: 'POST',
    path: '/tickets/resolve',
    owner: 'participants',
    access: 'internal',
    summary: 'Resolve a ticket or a secureToken',
    body: z.object({ token: z.string(), type: z.enum(['ticket', 'secure-token']) }),
    status: 200,
    answer: ticketGrant,
    problems: ['INVALID_REQUEST'],
  },
  completePhone: {
    method: 'POST',
    path: '/phones/complete',
    owner: 'appointments',
    access: 'internal',
    summary: 'Complete a phone number without a country code by the region of an application',
    body: z.object({ applicationId: z.string(), phone: z.string().max(40) }),
    status: 200,
    answer: completedPhone,
    problems: [],
  },
  viewRoom: {
    method: 'POST',
    path: '/rooms/view',
    owner: 'participants',
    access: 'internal',
    summary: 'Read who is expected in the room at a default address, and when',
    body: z.object({ appointmentId: identifier, room: identifier }),
    status: 200,
    answer: roomView,
    problems: ['INVALID_REQUEST'],
  },
  claimSlot: {
    method: 'POST',
    path: '/slots/claim',
    owner: 'appointments',
    access: 'internal',
    summary:
      'Reserve the time of an appointment for agents about to be assigned, if double booking is rejected',
    body: z.object({
      appointmentId: z.string(),
      agentIds: z.array(z.string()).min(1).max(50),
      /** The roster that the assignment will change: it is stored as the next version, or never. */
      rosterVersion: z.int().optional(),
    }),
    status: 204,
    problems: ['SLOT_TAKEN', 'APPOINTMENT_NOT_FOUND', 'INVALID_STATE'],
  },
  readAssignments: {
    method: 'POST',
    path: '/appointments/assignments',
    owner: 'participants',
    access: 'internal',
    summary: 'Read who is assigned to appointments; claimed assignments that are not stored yet can be ended',
    body: z.object({
      ids: appointmentIds,
      /** Appointments whose claims end here: an assignment claimed before this request is not stored after it. */
      endClaimsOf: appointmentIds,
    }),
    status: 200,
    answer: z.array(appliedVersions.extend({ roster: rosterSnapshot.optional() })),
    problems: [],
  },
  readAppliedVersions: {
    method: 'POST',
    path: '/appointments/versions',
    owner: 'notifications',
    access: 'internal',
    summary: 'Read the version of each appointment that this service has applied',
    body: z.object({ ids: appointmentIds }),
    status: 200,
    answer: z.array(appliedVersions),
    problems: [],
  },
  readOtpAllowance: {
    method: 'POST',
    path: '/applications/otp-allowance',
    owner: 'appointments',
    access: 'internal',
    summary:
      'Read how many one-time passwords a client may request per hour; absent for an unknown application',
    body: z.object({ applicationId: z.string() }),
    status: 200,
    answer: otpAllowance,
    problems: [],
  },
  readAppointments: {
    method: 'POST',
    path: '/appointments/read',
    owner: 'appointments',
    access: 'internal',
    summary:
      'Read appointments for several callers together, with the same responses as for separate requests',
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
