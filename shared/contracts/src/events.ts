import { z } from 'zod'
import { publishedApplication } from './applications.ts'
import { publishedAvailabilitySettings } from './availability-settings.ts'
import { actor } from './callers.ts'
import { claimsOfHolder } from './claims.ts'
import { customerRecord } from './customers.ts'
import { presentation } from './presentation.ts'
import { serviceType } from './service-types.ts'
import { appointmentSnapshot, outcomes, presenceStates, rosterSnapshot } from './snapshots.ts'

/**
 * The events of the system (docs/contract/events.md): publisher, subscribers and payload of each.
 * Only events marked `personal` carry contact data, and only to subscribers that need it.
 */
export type ServiceName = 'gateway' | 'appointments' | 'participants' | 'notifications' | 'availability'

const of = <Owner extends ServiceName, Subscribers extends readonly ServiceName[], Data extends z.ZodType>(
  owner: Owner,
  subscribers: readonly [...Subscribers],
  summary: string,
  data: Data,
  personal = false,
) => ({ owner, subscribers, summary, data, personal })

const followers = ['participants', 'notifications'] as const
const ofAppointment = <Shape extends z.ZodRawShape>(summary: string, shape: Shape, personal = false) =>
  of(
    'appointments',
    followers,
    summary,
    z.object({ appointment: appointmentSnapshot, actor, ...shape }),
    personal,
  )

const rosterFollowers = ['appointments', 'notifications'] as const
const ofRoster = <Shape extends z.ZodRawShape>(summary: string, shape: Shape, personal = false) =>
  of(
    'participants',
    rosterFollowers,
    summary,
    z.object({ appointmentId: z.string(), roster: rosterSnapshot, actor, ...shape }),
    personal,
  )

/** Why the calendar does not offer the time, if a caller has overridden the calendar. */
const overridden = { overridden: z.array(z.string()).optional() }

const customerPatch = customerRecord
  .omit({ unproved: true, guest: true })
  .partial()
  .extend({
    id: z.string(),
    /** Fields to clear. */
    clear: z.array(z.enum(['email', 'phone', 'username', 'firstName', 'lastName', 'metadata'])),
  })

export const events = {
  APScheduledEvent: ofAppointment(
    'An appointment was scheduled',
    { roster: rosterSnapshot, customers: z.array(customerRecord), ...overridden },
    true,
  ),
  APUpdatedEvent: ofAppointment(
    'Details of an appointment changed',
    { changed: z.array(z.string()), customer: customerPatch.optional() },
    true,
  ),
  APRescheduledEvent: ofAppointment('An appointment was rescheduled', {
    previous: z.object({ start: z.string(), end: z.string(), duration: z.string(), timezone: z.string() }),
    ...overridden,
  }),
  APActivatedEvent: ofAppointment('The room of an appointment was opened', { explicit: z.boolean() }),
  APCancelledEvent: ofAppointment('An appointment was cancelled', { notify: z.boolean() }),
  APDeletedEvent: ofAppointment('An appointment was deleted through v1, which keeps it as cancelled', {}),
  APRemovedEvent: ofAppointment('An appointment was removed for good', {}, true),
  APAbortedEvent: ofAppointment('The system aborted an appointment', {
    reason: z.enum(['ROOM_UNAVAILABLE', 'INTERACTION_FAILED']),
  }),
  /**
   * Without an outcome it revokes a NO_SHOW; IN_PROGRESS after COMPLETED means that the meeting continues.
   */
  APOutcomeEvent: ofAppointment('The outcome of an appointment changed', {
    outcome: z.enum(outcomes).optional(),
  }),
  APApplicationChangedEvent: of(
    'appointments',
    [...followers, 'availability'],
    'Settings of an application changed',
    z.object({ application: publishedApplication, actor }),
  ),
  APClaimsChangedEvent: of(
    'appointments',
    ['availability'],
    "The times at which an appointment occupies its agents' time changed",
    claimsOfHolder,
  ),
  APAssignmentDecidedEvent: ofAppointment(
    'A member of a queue was chosen for an appointment later than at its booking, or could not be found',
    {
      decisionId: z.string(),
      /** Absent if only the state of the assignment changed. */
      agentId: z.string().optional(),
      /** The organizer at the time of the decision; absent if there was none. */
      against: z.string().optional(),
    },
  ),
  APAvailabilitySettingsChangedEvent: of(
    'appointments',
    ['availability', 'participants'],
    'The availability settings of an application changed',
    z.object({ settings: publishedAvailabilitySettings }),
  ),
  APPresentationChangedEvent: of(
    'appointments',
    ['notifications'],
    'The presentation of an application changed',
    z.object({ presentation }),
  ),
  APServiceTypeChangedEvent: of(
    'availability',
    ['appointments'],
    'A service type of an application was written or removed',
    z.object({
      applicationId: z.string(),
      id: z.string(),
      /** Grows with every change, even if the entry is removed and created again. */
      version: z.int(),
      /** Absent if it was removed. */
      serviceType: serviceType.optional(),
    }),
  ),
  APCalendarChangedEvent: of(
    'availability',
    ['appointments'],
    'An agent may have become less available',
    z.object({
      /** '' for agents without an organization. */
      organizationId: z.string(),
      agentId: z.string(),
      /** The time that changed: `[from, to)`; an absent end means that it has no limit there. */
      from: z.string().optional(),
      to: z.string().optional(),
      cause: z.enum(['ABSENCE', 'EXTRA_HOURS', 'AGENT', 'SCHEDULE', 'HOLIDAYS', 'REMOVED']),
      version: z.int(),
    }),
  ),
  APAgentChangedEvent: of(
    'availability',
    ['appointments', 'participants', 'notifications'],
    'An agent was renamed, started or stopped taking appointments, or was removed',
    z.object({
      /** '' for agents without an organization. */
      organizationId: z.string(),
      id: z.string(),
      /** Grows with every change, even if the entry is removed and created again. */
      version: z.int(),
      /** Absent if the agent was removed. */
      displayName: z.string().optional(),
      active: z.boolean(),
      removed: z.boolean(),
    }),
    true,
  ),
  APReassignedEvent: ofRoster('An appointment was reassigned to another agent', {
    previousOrganizerId: z.string().optional(),
    /** The decision that it follows, if the system has assigned a member of a queue. */
    decisionId: z.string().optional(),
    ...overridden,
  }),
  APAssignmentDeclinedEvent: of(
    'participants',
    ['appointments'],
    'A chosen member of a queue was not assigned, because the appointment changed meanwhile',
    z.object({
      appointmentId: z.string(),
      roster: rosterSnapshot,
      actor,
      decisionId: z.string(),
      agentId: z.string(),
      reason: z.enum(['ENDED', 'ROSTER_CHANGED', 'DECISION_ENDED']),
    }),
  ),
  APParticipantAddedEvent: ofRoster(
    'A participant was added',
    { participantId: z.string(), customer: customerRecord.optional(), ...overridden },
    true,
  ),
  APParticipantRemovedEvent: ofRoster('A participant was removed', {
    participantId: z.string(),
    participantType: z.enum(['CUSTOMER', 'AGENT']),
  }),
  APParticipantUpdatedEvent: ofRoster(
    'Details of a customer changed',
    {
      customer: customerRecord,
      /** Everything that the update changed, as in `APUpdatedEvent`; older releases leave it out. */
      changed: z.array(z.string()).optional(),
    },
    true,
  ),
  APParticipantStateChangedEvent: ofRoster('The presence of a participant changed', {
    participantId: z.string(),
    state: z.enum(presenceStates),
  }),
  APInteractionAcceptedEvent: ofRoster('An agent accepted the interaction', { participantId: z.string() }),
  APInteractionFailedEvent: ofRoster('The interaction failed', {
    systemMessage: z.string().optional(),
    userMessage: z.string().optional(),
  }),
  APInteractionUpdatedEvent: ofRoster('Routing, channel context or state of the interaction changed', {
    /** True if a caller's operation changed it, false if the change followed from another event. */
    requested: z.boolean(),
  }),
} as const

export type EventType = keyof typeof events
export const eventTypes = Object.keys(events) as EventType[]
export type EventData<Type extends EventType> = z.infer<(typeof events)[Type]['data']>

/** CloudEvents 1.0 envelope; `subject` is the aggregate (appointment or application) that the event is about. */
export const cloudEvent = z.object({
  specversion: z.literal('1.0'),
  id: z.string(),
  source: z.string(),
  type: z.enum(eventTypes),
  subject: z.string(),
  time: z.string(),
  datacontenttype: z.literal('application/json'),
  data: z.unknown(),
})

/** An event as published. */
export type AppointmentsEvent<Type extends EventType = EventType> = {
  [One in Type]: Omit<z.infer<typeof cloudEvent>, 'type' | 'data'> & { type: One; data: EventData<One> }
}[Type]

/** Events about an appointment or its roster. */
export type AppointmentEvent = Extract<
  AppointmentsEvent,
  { data: { appointment: unknown } | { appointmentId: string; roster: unknown } }
>

/** Event types that a service subscribes to. */
export type SubscribedBy<Service extends ServiceName> = {
  [Type in EventType]: Service extends (typeof events)[Type]['subscribers'][number] ? Type : never
}[EventType]

/** Event types that a service subscribes to. */
export const subscribedBy = (service: ServiceName): EventType[] =>
  eventTypes.filter((type) => (events[type].subscribers as readonly ServiceName[]).includes(service))

/** One-off messages are commands to the notifications service, not events: transient, and never stored. */
export const oneOffMessage = z.object({
  kind: z.literal('OTP'),
  applicationId: z.string(),
  channel: z.enum(['EMAIL', 'SMS']),
  to: z.string(),
  code: z.string(),
  expiresAt: z.string(),
  locale: z.string().optional(),
  customName: z.string().optional(),
})
export type OneOffMessage = z.infer<typeof oneOffMessage>
export const ONE_OFF_MESSAGE = 'SendOneOffMessage'

/**
 * Exchange, and a queue for each subscriber. Every service declares all of them, so that no published event
 * is lost.
 */
export const topology = {
  exchange: 'appointments.events',
  queues: (['appointments', 'participants', 'notifications', 'availability'] as const).map((service) => ({
    name: service,
    types: service === 'notifications' ? [...subscribedBy(service), ONE_OFF_MESSAGE] : subscribedBy(service),
  })),
}
