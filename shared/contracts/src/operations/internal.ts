import { z } from 'zod'
import { publishedApplication } from '../applications.ts'
import { publishedAvailabilitySettings } from '../availability-settings.ts'
import { CLAIMS_PAGE, claimsOfHolder } from '../claims.ts'
import { decision, decisionRequest, MOST_DECISIONS } from '../decisions.ts'
import { identifier } from '../fields.ts'
import { rosterSnapshot } from '../snapshots.ts'
import type { Api, OperationTable } from './operation.ts'

/** The access that a ticket or a secureToken grants, from which the gateway makes a token. */
export const ticketGrant = z.object({
  appointmentId: z.string(),
  kind: z.enum(['room', 'manage']),
  /** Absent for a secureToken of an appointment that does not have exactly one customer. */
  participantId: z.string().optional(),
  organizationId: z.string().optional(),
  ticketVersion: z.int(),
  epoch: z.int(),
  /** Absent if an older release responds. */
  manageEpoch: z.int().optional(),
  /** When access to the room ends. */
  expiresAt: z.string(),
})
export type TicketGrant = z.infer<typeof ticketGrant>

/**
 * The content of the page at a default room address. It neither identifies an agent nor helps to contact a
 * customer.
 */
export const roomView = z.object({
  state: z.enum(['OPEN', 'CANCELLED', 'ABORTED', 'EXPIRED']),
  /** Language and region of the appointment. */
  locale: z.string(),
  /** Absent when the room cannot be entered. */
  expected: z
    .object({
      start: z.string(),
      end: z.string(),
      timezone: z.string(),
      /** Name of the company, if its application has one. */
      company: z.string().optional(),
      /** First names of customers; those without one are only counted. */
      customers: z.array(z.string()),
      unnamedCustomers: z.int(),
      agents: z.int(),
    })
    .optional(),
})
export type RoomView = z.infer<typeof roomView>

/** How many one-time passwords a client of an application may request. */
export const otpAllowance = z.object({ perHour: z.int().optional() })
/** Both absent for a number that no region completes; an unknown application has no region. */
export const completedPhone = z.object({ phone: z.string().optional(), region: z.string().optional() })
export type CompletedPhone = z.infer<typeof completedPhone>

/** A read by id, combined with concurrent reads of other callers. */
const appointmentRead = z.object({
  /** The API version of the request. */
  api: z.string(),
  id: z.string(),
  /** The token that identifies the caller. */
  caller: z.string(),
  requestId: z.string(),
  traceparent: z.string().optional(),
})
export type AppointmentRead = z.infer<typeof appointmentRead>

/** Maximum number of reads in one batch. */
export const MOST_READS = 64

/** Maximum number of appointments in one request between services. */
export const MOST_ASKED = 100

const appointmentIds = z.array(z.string()).max(MOST_ASKED)

/**
 * The versions of an appointment that a service has applied. A service that has never received it omits it.
 */
const appliedVersions = z.object({
  id: z.string(),
  /** Whether the appointment was permanently removed, so that no further version can appear. */
  isRemoved: z.boolean(),
  appointmentVersion: z.int(),
  rosterVersion: z.int(),
})

/** Operations that only services call; the gateway has no route to them. */
export const internalOperations = {
  resolveTicket: {
    method: 'POST',
    path: '/tickets/resolve',
    owner: 'participants',
    access: 'internal',
    summary: 'Resolve a ticket or a secureToken',
    body: z.object({ token: z.string(), type: z.enum(['ticket', 'secure-token']) }),
    status: 200,
    response: ticketGrant,
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
    response: completedPhone,
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
    response: roomView,
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
      /** The roster version that the assignment is based on: it is stored as the next version, or never. */
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
      /**
       * Appointments whose claims end here: an assignment claimed before this request cannot be stored after
       * it.
       */
      endClaimsOf: appointmentIds,
    }),
    status: 200,
    response: z.array(appliedVersions.extend({ roster: rosterSnapshot.optional() })),
    problems: [],
  },
  decideAvailability: {
    method: 'POST',
    path: '/availability/decide',
    owner: 'availability',
    access: 'internal',
    summary: 'Decide whether times are offered, and rank the agents who may serve them',
    body: z.object({ requests: z.array(decisionRequest).min(1).max(MOST_DECISIONS) }),
    status: 200,
    response: z.object({ decisions: z.array(decision) }),
    problems: [],
  },
  readClaims: {
    method: 'POST',
    path: '/claims/read',
    owner: 'appointments',
    access: 'internal',
    summary: 'Read a page of the live claims on agents, ordered by holder',
    body: z.object({
      /** The last holder of the page before. */
      after: claimsOfHolder.shape.holder.optional(),
      limit: z.int().min(1).max(CLAIMS_PAGE),
    }),
    status: 200,
    response: z.object({ holders: z.array(claimsOfHolder) }),
    problems: [],
  },
  readPublishedApplications: {
    method: 'POST',
    path: '/applications/published',
    owner: 'appointments',
    access: 'internal',
    summary: 'Read a page of the applications as their events publish them, ordered by id',
    body: z.object({ after: z.string().optional(), limit: z.int().min(1).max(CLAIMS_PAGE) }),
    status: 200,
    response: z.object({
      applications: z.array(
        z.object({
          application: publishedApplication,
          availability: publishedAvailabilitySettings.optional(),
        }),
      ),
    }),
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
    response: z.array(appliedVersions),
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
    response: otpAllowance,
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
    response: z.string(),
    mediaType: 'application/vnd.appointments.answers',
    problems: [],
  },
} as const satisfies OperationTable

export const internal: Api<typeof internalOperations> = {
  name: 'platform',
  base: '/internal',
  operations: internalOperations,
}
