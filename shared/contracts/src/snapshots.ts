import { z } from 'zod'
import { interaction } from './interactions.ts'

/**
 * What services publish about an appointment. The appointments service owns the appointment,
 * the participants service owns the roster; each snapshot is complete and its version only grows.
 * All instants are ISO 8601 in UTC.
 */
export const appointmentStates = ['SCHEDULED', 'ACTIVATED', 'CANCELLED', 'ABORTED'] as const
export const outcomes = ['IN_PROGRESS', 'COMPLETED', 'NO_SHOW', 'FAILED'] as const

export const targetAssignment = z.object({ id: z.string(), type: z.string() })

/** Whether a member of the target queue has become the organizer. */
export const assignmentOfQueue = z.object({
  state: z.enum(['PENDING', 'ASSIGNED', 'FAILED']),
  queueId: z.string(),
  /** When a member becomes the organizer; in the past if the assignment is late. */
  dueAt: z.string().optional(),
  /** Why no member has been chosen. */
  reason: z.string().optional(),
})

/** The same, with the fields that only services see. */
export const storedAssignment = assignmentOfQueue.extend({
  /** How long before the start a member becomes the organizer (ISO 8601); at once if absent. */
  lead: z.string().optional(),
  /** The organizer to replace, because it is not free after a move; absent if there is no organizer yet. */
  against: z.string().optional(),
  /** Requirements of the client beyond those of the queue. */
  requires: z.object({ skills: z.array(z.string()), languages: z.array(z.string()) }).optional(),
  /** Whether its time was chosen with an override or by an exempt write, so that a closed member may be assigned. */
  overridesCalendar: z.boolean().optional(),
})
export type StoredAssignment = z.infer<typeof storedAssignment>

export const cancellation = z.object({
  at: z.string(),
  by: z.string().optional(),
  byRole: z.string().optional(),
  reason: z.string().optional(),
  reasonCode: z.string().optional(),
})

export const room = z.object({ url: z.string(), expires: z.string(), activatedAt: z.string() })

export const placeChannels = ['VIDEO', 'PHONE', 'IN_PERSON'] as const

/** Channel and place of an appointment. */
export const place = z.object({
  channel: z.enum(placeChannels),
  /** Such as the address of a meeting in person. */
  text: z.string().optional(),
})
export type Place = z.infer<typeof place>

export const appointmentSnapshot = z.object({
  id: z.string(),
  applicationId: z.string(),
  /** Version of the application's settings on which this state is based. */
  applicationVersion: z.int(),
  organizationId: z.string().optional(),
  version: z.int(),
  state: z.enum(appointmentStates),
  outcome: z.enum(outcomes).optional(),
  title: z.string().optional(),
  notes: z.string().optional(),
  start: z.string(),
  end: z.string(),
  duration: z.string(),
  timezone: z.string(),
  locale: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  notificationHeaders: z.record(z.string(), z.string()),
  notificationsActive: z.boolean(),
  /** Whether the application activated appointments automatically when it was booked; older releases do not set it. */
  autoActivate: z.boolean().optional(),
  targetAssignment: targetAssignment.optional(),
  serviceTypeId: z.string().optional(),
  /** If absent, the appointment is by video. */
  place: place.optional(),
  /** Present if the appointment is for a queue of the directory. */
  assignment: storedAssignment.optional(),
  /** Whether it may overlap other appointments of its agents. */
  overlaps: z.boolean().optional(),
  /** The time that it occupies, if buffers make it longer than the appointment. */
  occupied: z.object({ from: z.string(), to: z.string() }).optional(),
  cancellation: cancellation.optional(),
  room: room.optional(),
  /** Increased whenever secureTokens become invalid. */
  epoch: z.int(),
  /** Current manage-ticket version by participant; 1 if a participant is not listed. */
  manageVersions: z.record(z.string(), z.int()),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type AppointmentSnapshot = z.infer<typeof appointmentSnapshot>

export const presenceStates = ['WAITING', 'JOINED', 'LEFT'] as const
export type PresenceState = (typeof presenceStates)[number]

export const rosterParticipant = z.object({
  id: z.string(),
  type: z.enum(['CUSTOMER', 'AGENT']),
  state: z.enum(presenceStates).optional(),
  /** The recorded ways to reach or name a customer; only their owner stores the addresses. */
  has: z.array(z.enum(['email', 'phone', 'username'])).optional(),
})
export type RosterParticipant = z.infer<typeof rosterParticipant>

export const rosterSnapshot = z.object({
  version: z.int(),
  organizerId: z.string().optional(),
  /** The target of the last reassignment, which replaces the requested target. */
  target: targetAssignment.optional(),
  participants: z.array(rosterParticipant),
  interaction,
  /**
   * Increased by a reassignment and when a participant is added or removed; together with the appointment's
   * epoch it makes the epoch of a secureToken.
   */
  epoch: z.int(),
  /** The part of the epoch caused by added and removed participants, which does not affect manage links. */
  membershipChanges: z.int().optional(),
})
export type RosterSnapshot = z.infer<typeof rosterSnapshot>

/** Both halves of an appointment, which every service stores together. */
export interface WholeAppointment {
  appointment: AppointmentSnapshot
  roster: RosterSnapshot
}
