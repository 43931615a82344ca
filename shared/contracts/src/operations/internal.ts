import { z } from 'zod'
import { publishedApplication } from '../applications.ts'
import { publishedAvailabilitySettings } from '../availability-settings.ts'
import { CLAIMS_PAGE, claimsOfHolder, MOST_UNAPPLIED } from '../claims.ts'
import { decision, decisionRequest, MOST_DECISIONS } from '../decisions.ts'
import { identifier } from '../fields.ts'
import { roomView } from '../pages.ts'
import { bookingOverride, bookingWarning } from '../shapes.ts'
import { rosterSnapshot } from '../snapshots.ts'
import type { Api, OperationTable } from './operation.ts'

/** The access that a ticket or a secureToken grants, from which the gateway makes a token. */
export const ticketGrant = z.object({
  appointmentId: z.string(),
  kind: z.enum(['room', 'manage']),
  /** Absent for a secureToken, unless the appointment has exactly one customer. */
  participantId: z.string().optional(),
  organizationId: z.string().optional(),
  ticketVersion: z.int(),
  epoch: z.int(),
  manageEpoch: z.int(),
  /** When access to the room ends. */
  expiresAt: z.string(),
})
export type TicketGrant = z.infer<typeof ticketGrant>

/** Why a ticket gives no access. */
export const ticketReasons = ['REPLACED', 'CANCELLED', 'OVER', 'UNKNOWN'] as const
export const ticketReason = z.enum(ticketReasons)
export type TicketReason = z.infer<typeof ticketReason>

/** How many one-time passwords a client of an application may request. */
export const otpAllowance = z.object({
  perHour: z.int().optional(),
  /** Whether the application belongs to another organization than the client. */
  isForeign: z.boolean().optional(),
})
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

/** Maximum number of applications in one page of their allowed origins. */
export const ORIGINS_PAGE = 200

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

const claimOfMember = {
  appointmentId: z.string(),
  rosterVersion: z.int(),
  /** REASSIGN: in place of the organizer and all agents; JOIN: beside them. */
  purpose: z.enum(['REASSIGN', 'JOIN']),
  override: bookingOverride.optional(),
  /** Whether the availability policy applies without further settings. */
  followsPolicy: z.boolean(),
}

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
    summary: 'The public operation of the same name, for gateways of an older release',
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
      rosterVersion: z.int(),
    }),
    status: 204,
    problems: ['SLOT_TAKEN', 'APPOINTMENT_NOT_FOUND', 'INVALID_STATE'],
  },
  claimMember: {
    method: 'POST',
    path: '/slots/claim-member',
    owner: 'appointments',
    access: 'internal',
    summary:
      'Choose a member of a queue for an appointment, or decide about one agent, and reserve its time as claimSlot does',
    body: z.union([
      z.object({ ...claimOfMember, queueId: z.string() }),
      z.object({ ...claimOfMember, agentId: z.string() }),
    ]),
    status: 200,
    response: z.object({
      agentId: z.string(),
      /** Reasons against the time, if the policy is WARN. */
      warnings: z.array(bookingWarning),
      /** The reasons that were overridden. */
      overridden: z.array(z.string()).optional(),
    }),
    problems: [
      'SLOT_TAKEN',
      'OUTSIDE_AVAILABILITY',
      'QUEUE_NOT_FOUND',
      'APPOINTMENT_NOT_FOUND',
      'INVALID_STATE',
    ],
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
      /** Decisions that end here, by the version of the appointment in their event: they are not stored any more. */
      endDecisions: z
        .array(z.object({ id: z.string(), version: z.int() }))
        .max(MOST_ASKED)
        .optional(),
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
  findUnknownCalendars: {
    method: 'POST',
    path: '/holiday-calendars/unknown',
    owner: 'availability',
    access: 'internal',
    summary: 'Find out which of the given holiday calendars an organization does not have',
    body: z.object({ organizationId: z.string().optional(), ids: z.array(z.string()).min(1) }),
    status: 200,
    response: z.object({ unknown: z.array(z.string()) }),
    problems: [],
  },
  readClaims: {
    method: 'POST',
    path: '/claims/read',
    owner: 'appointments',
    access: 'internal',
    summary: 'Read a page of the live claims on agents, ordered by holder',
    body: z.object({
      /** The last holder of the previous page. */
      after: claimsOfHolder.shape.holder.optional(),
      limit: z.int().min(1).max(CLAIMS_PAGE),
    }),
    status: 200,
    response: z.object({ holders: z.array(claimsOfHolder) }),
    problems: [],
  },
  readUnapplied: {
    method: 'POST',
    path: '/events/unapplied',
    owner: 'appointments',
    access: 'internal',
    summary: 'Read the ids of the newest events that a subscriber may not have applied',
    body: z.object({ subscriber: z.enum(['availability']) }),
    status: 200,
    response: z.object({ eventIds: z.array(z.string()).max(MOST_UNAPPLIED) }),
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
  readAllowedOrigins: {
    method: 'POST',
    path: '/applications/origins',
    owner: 'appointments',
    access: 'internal',
    summary: 'Read a page of the applications that allow pages of other origins, ordered by id',
    body: z.object({ after: z.string().optional(), limit: z.int().min(1).max(ORIGINS_PAGE) }),
    status: 200,
    response: z.object({
      applications: z.array(z.object({ id: z.string(), origins: z.array(z.string()) })),
    }),
    problems: [],
  },
  readOtpAllowance: {
    method: 'POST',
    path: '/applications/otp-allowance',
    owner: 'appointments',
    access: 'internal',
    summary:
      'Read how many one-time passwords a client may request per hour; absent for an unknown application',
    body: z.object({ applicationId: z.string(), organizationId: z.string().optional() }),
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

type InternalOperations = typeof internalOperations
export type InternalOperation = keyof InternalOperations

/** The body of a request to an internal operation, as its caller sends it. */
export type InternalRequest<Id extends InternalOperation> = z.input<InternalOperations[Id]['body']>

/** The body of the response, as its caller reads it. */
export type InternalResponse<Id extends InternalOperation> = InternalOperations[Id] extends {
  response: infer Schema extends z.ZodType
}
  ? z.output<Schema>
  : undefined

export const internal: Api<typeof internalOperations> = {
  name: 'platform',
  base: '/internal',
  operations: internalOperations,
}
