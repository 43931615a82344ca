import { z } from 'zod'
import { anyCase } from './enumerations.ts'
import {
  appointmentDuration,
  agentId,
  clearable,
  durationText,
  identifier,
  instantField,
  instantOrDay,
  line,
  locale,
  notificationHeaders,
  freeForm,
  paragraph,
  timeFrame,
  timeZone,
} from './fields.ts'
import { directoryFault, directoryId, onObjects } from './directory-fields.ts'
import { customerChange, newCustomer } from './customers.ts'
import { holdId } from './holds.ts'
import { interactionRequest, seenInteraction } from './interactions.ts'
import { splitInstants } from './instants.ts'
import { limits } from './limits.ts'
import {
  appointmentStates,
  assignmentOfQueue,
  outcomes,
  place,
  placeChannels,
  presenceStates,
} from './snapshots.ts'

/* Requests (docs/contract/appointments.md#fields). Unknown fields are ignored. */

const ACTED_ON = ['AGENT', 'QUEUE']

/** Types that have an effect are read in any case. */
const targetType = line(64)
  .min(1)
  .overwrite((type) => ACTED_ON.find((one) => one === type.toUpperCase()) ?? type)

export const targetAssignmentRequest = z
  .object({ id: identifier, type: targetType })
  .meta({ id: 'TargetAssignment' })

/** The texts of an appointment that people write, in requests to schedule and to update it. */
export const textFields = {
  title: clearable(line(limits.title)).optional(),
  notes: clearable(paragraph(limits.notes)).optional(),
}

/** The details of an appointment that an update changes, beside those of its customers. */
export const detailFields = {
  ...textFields,
  metadata: clearable(freeForm).optional(),
  notificationHeaders: clearable(notificationHeaders).optional(),
}

/** The fields of a schedule request from which v1 picks its own. */
export const scheduleFields = z.object({
  applicationId: identifier,
  start: instantField,
  duration: appointmentDuration,
  timezone: clearable(timeZone).optional(),
  locale: clearable(locale).optional(),
  ...detailFields,
  interaction: clearable(interactionRequest).optional(),
})

/** The check of a field that is required unless one of the others is present. */
const requiredUnless = (
  field: string,
  ...others: string[]
): [(request: object) => boolean, typeof onObjects & { path: string[]; message: string }] => [
  (request) => [field, ...others].some((name) => (request as Record<string, unknown>)[name] != null),
  {
    ...onObjects,
    path: [field],
    ...directoryFault('REQUIRED', `is required without ${others.join(' or ')}`),
  },
]

/**
 * CALENDAR permits a booking outside the calendar. OVERLAP also permits one that overlaps other appointments of the
 * agent, but never a hold.
 */
export const bookingOverride = z.enum(['CALENDAR', 'OVERLAP'])
export type BookingOverride = z.output<typeof bookingOverride>

const placeRequest = z
  .object({ channel: z.enum(placeChannels), text: clearable(line(300)).optional() })
  .meta({ id: 'PlaceRequest' })

const scheduleRequestFields = scheduleFields.extend({
  start: instantField.optional(),
  duration: appointmentDuration.optional(),
  /** Books the time of this hold; absent fields take its values. */
  holdId: holdId.optional(),
  /** The kind of appointment, which fills absent fields. */
  serviceTypeId: directoryId.optional(),
  /** Channel and place; if absent, the channel of the service type. */
  place: clearable(placeRequest).optional(),
  /** Answers to the questions of the service type, by their ids. */
  answers: z
    .record(directoryId, z.union([paragraph(limits.message), z.boolean()]))
    .optional()
    .meta({
      override: {
        type: 'object',
        additionalProperties: { type: ['string', 'boolean'], maxLength: limits.message },
      },
    }),
  /** The agent of a queue to choose if it is free. */
  preferredAgentId: agentId.optional(),
  /** An earlier appointment; its organizer is chosen if it is a member of the queue and free. */
  followsAppointmentId: identifier.optional(),
  override: bookingOverride.optional(),
  customers: z.array(newCustomer).max(limits.customers).nullish(),
  targetAssignment: clearable(
    targetAssignmentRequest.refine(({ type, id }) => type !== 'AGENT' || agentId.safeParse(id).success, {
      ...onObjects,
      path: ['id'],
      message: 'must have 1 to 255 visible characters and no spaces, like agent-7',
      params: { code: 'AGENT_ID_INVALID' },
    }),
  ).optional(),
})

export const scheduleRequest = scheduleRequestFields
  .refine(...requiredUnless('start', 'holdId'))
  .refine(...requiredUnless('duration', 'holdId', 'serviceTypeId'))
  .meta({ id: 'ScheduleAppointmentRequest' })

/** The fields that a booking by HTTP Basic may leave to the application's settings. */
export const basicScheduleFields = { duration: appointmentDuration.nullish() }
export const basicScheduleRequest = scheduleRequestFields
  .extend(basicScheduleFields)
  .refine(...requiredUnless('start', 'holdId'))
  .meta({ id: 'BasicScheduleAppointmentRequest' })
export type ScheduleRequest = z.output<typeof basicScheduleRequest>

/** The fields of an update, from which v1 picks its own. */
export const updateFields = z.object({
  id: identifier,
  ...detailFields,
  customer: customerChange.optional(),
})

/** The request that has these fields of an update, and needs at least one beside the id. */
export const updateRequestOf = <Fields extends z.ZodObject>(fields: Fields) => {
  const changes = Object.keys(fields.shape).filter((name) => name !== 'id')
  return fields
    .refine((request) => changes.some((name) => (request as Record<string, unknown>)[name] !== undefined), {
      ...onObjects,
      message: `needs at least one of ${new Intl.ListFormat('en-GB').format(changes)}`,
      params: { code: 'NOTHING_TO_UPDATE' },
    })
    .meta({ id: 'UpdateAppointmentRequest' })
}
export const updateRequest = updateRequestOf(updateFields)
export type UpdateRequest = z.output<typeof updateRequest>

export const rescheduleFields = {
  id: identifier,
  start: instantField,
  duration: appointmentDuration.nullish(),
  timezone: timeZone.nullish(),
  locale: locale.nullish(),
}
export const rescheduleRequest = z
  .object({
    ...rescheduleFields,
    start: instantField.optional(),
    /** Moves to the time of this hold; absent fields take its values. */
    holdId: holdId.optional(),
    override: bookingOverride.optional(),
  })
  .refine(...requiredUnless('start', 'holdId'))
  .meta({ id: 'RescheduleAppointmentRequest' })

export const assignFields = { id: identifier, userId: agentId }
export const reassignRequest = z
  .object({
    id: identifier,
    userId: agentId.optional(),
    /** The queue; one of its free members takes over, but not the current organizer. */
    queueId: directoryId.optional(),
    override: bookingOverride.optional(),
  })
  .refine(...requiredUnless('userId', 'queueId'))
  .refine(({ userId, queueId }) => userId === undefined || queueId === undefined, {
    ...onObjects,
    path: ['queueId'],
    ...directoryFault('FIELD_NOT_ALLOWED', 'must be absent beside userId'),
  })
  .meta({ id: 'ReassignAppointmentRequest' })
export const addAgentRequest = z
  .object({ ...assignFields, override: bookingOverride.optional() })
  .meta({ id: 'AddParticipantAgentRequest' })
export const addCustomerRequest = z
  .object({ id: identifier, customer: newCustomer })
  .meta({ id: 'AddParticipantCustomerRequest' })

export const cancelRequest = z
  .object({
    reason: clearable(paragraph(limits.reason)).optional(),
    reasonCode: clearable(line(100)).optional(),
    notify: z.boolean().nullish(),
  })
  .meta({ id: 'CancelAppointmentRequest' })

/*
 * Query parameters. Those with several values accept commas and repetition (docs/contract/lists.md#filters).
 */

const atCommas = (text: string) => text.split(',')

/** A list parameter: `a,b`, `a&…=b`, or both. Empty values are ignored, but not all may be empty. */
export const listOf = <T extends z.ZodType>(element: T, split = atCommas, most = 100) =>
  z.preprocess(
    (value) =>
      (Array.isArray(value) ? value : [value])
        .flatMap((part: unknown) => (typeof part === 'string' ? split(part) : [part]))
        .map((part) => (typeof part === 'string' ? part.trim() : part))
        .filter((part) => part !== ''),
    // a list without values gets no further fault
    z.array(element).min(1, { abort: true }).max(most),
  )

const wholeNumber = z
  .string()
  .regex(/^\d{1,12}$/, 'must be a whole number')
  .transform(Number)
  .meta({ override: { type: 'integer', format: 'int64', minimum: 1, maximum: 999_999_999_999 } })

/** Paging and sorting of all lists; a page size above the limit is reduced to it. */
export const paging = <const Field extends string>(fields: readonly [Field, ...Field[]]) => ({
  pageSize: wholeNumber
    .refine((size) => size >= 1, 'must be at least 1')
    .transform((size) => Math.min(size, limits.pageSize))
    .optional(),
  pageNumber: wholeNumber.refine((page) => page >= 1, 'must be at least 1').optional(),
  sortField: anyCase(fields).optional(),
  sortOrder: anyCase(['asc', 'desc']).optional(),
})

const startRange = listOf(instantOrDay, splitInstants).refine(
  ([from, to, ...others]) => from !== undefined && to !== undefined && others.length === 0 && from < to,
  {
    message:
      'must be two instants, the first before the second, like 2026-12-01T00:00:00Z,2026-12-02T00:00:00Z',
    params: { code: 'INVALID_RANGE' },
  },
)

export const appointmentSortFields = [
  'start',
  'end',
  'duration',
  'id',
  'createdAt',
  'title',
  'state',
  'timezone',
  'applicationId',
  'updatedAt',
] as const
/** The filters of the list on v1; v2 has more. */
export const listQueryV1 = z.object({
  applicationId: identifier.optional(),
  organizerId: listOf(identifier).optional().meta({ deprecated: true, description: 'Use `agentId`' }),
  agentId: listOf(identifier).optional(),
  duration: listOf(durationText).optional(),
  range: startRange
    .optional()
    .meta({ description: 'Two instants that the start lies between, the second exclusive' }),
  ...paging(appointmentSortFields),
})
export const listQuery = listQueryV1.extend({
  state: listOf(anyCase(appointmentStates)).optional(),
  outcome: listOf(anyCase(outcomes)).optional(),
  changedSince: instantField.optional(),
})
export type ListQuery = z.output<typeof listQuery>

export const countQuery = z.object({
  applicationId: identifier,
  organizationId: identifier,
  start: instantField,
  timeFrame,
})
export const overlapQuery = z.object({
  applicationId: identifier,
  organizationId: identifier,
  start: instantField,
  duration: timeFrame,
})
export const eligibleQuery = z.object({ timeFrame: timeFrame.optional() })
export const presenceQuery = z.object({ state: anyCase(presenceStates).optional() })
export const failedQuery = z.object({
  systemMessage: paragraph(limits.message).optional(),
  userMessage: paragraph(limits.message).optional(),
})

export const appointmentParams = z.object({ id: identifier })
export const participantParams = z.object({ id: identifier, participantId: identifier })

/* Responses. The system builds them, so their schemas describe the values but do not limit them. */

const dateTime = z.string().meta({ format: 'date-time' })

/** The room as shown to callers who may enter it. */
export const appointmentRoom = z
  .object({ url: z.string(), expires: dateTime, joinFrom: dateTime })
  .meta({ id: 'AppointmentRoom' })

const participant = z
  .object({
    id: z.string(),
    type: z.enum(['CUSTOMER', 'AGENT']),
    /** Only for agents whose name the directory knows. */
    displayName: z.string().optional(),
    state: z.enum(presenceStates).optional(),
  })
  .meta({ id: 'Participant' })

/** The fields of an appointment in responses that do not depend on the version. */
export const appointmentFields = {
  applicationId: z.string(),
  id: z.string(),
  title: z.string().optional(),
  notes: z.string().optional(),
  start: dateTime,
  end: dateTime,
  duration: z.string(),
  timezone: z.string(),
  locale: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  notificationHeaders: z.record(z.string(), z.string()).optional(),
  notificationsActive: z.boolean(),
  interaction: seenInteraction,
}

/** A reason against the time of a write, if the availability policy is WARN. */
export const bookingWarning = z
  .object({ code: z.string(), detail: z.string() })
  .meta({ id: 'BookingWarning' })
export type BookingWarning = z.output<typeof bookingWarning>

export const appointmentElement = z
  .object({
    ...appointmentFields,
    organizer: z
      .object({ id: z.string(), type: z.literal('AGENT'), displayName: z.string().optional() })
      .optional(),
    participants: z.array(participant),
    targetAssignment: z.object({ id: z.string(), type: z.string() }).optional(),
    serviceTypeId: z.string().optional(),
    place: place.meta({ id: 'Place' }),
    assignment: assignmentOfQueue.optional(),
    state: z.enum(appointmentStates),
    version: z.int(),
    outcome: z.enum(outcomes).optional(),
    cancellation: z
      .object({
        at: dateTime,
        by: z.string().optional(),
        byRole: z.string().optional(),
        reason: z.string().optional(),
        reasonCode: z.string().optional(),
      })
      .optional(),
  })
  .meta({ id: 'Appointment' })

/** Whether a customer may do something now; `until` is the deadline, even after it has passed. */
const customerAction = z.object({ allowed: z.boolean(), until: dateTime.optional() })

/** Actions of a customer with its link. */
export const customerActions = z
  .object({ move: customerAction, cancel: customerAction })
  .meta({ id: 'CustomerActions' })
export type CustomerActions = z.output<typeof customerActions>

/** The current links of one customer. Everyone who has a link acts as this customer. */
export const customerLinks = z.object({ manage: z.string(), join: z.string() }).meta({ id: 'CustomerLinks' })
export type CustomerLinks = z.output<typeof customerLinks>

export const appointmentResponse = appointmentElement
  .extend({
    secureToken: z.string().optional().meta({
      description: 'For staff only. Opaque; can be exchanged for a room token that names no participant',
    }),
    warnings: z.array(bookingWarning).optional(),
    customerActions: customerActions.optional(),
    joinFrom: dateTime.optional(),
    links: customerLinks.optional(),
  })
  .meta({ id: 'AppointmentResponse' })

export const page = <T extends z.ZodType>(id: string, element: T) =>
  z
    .object({
      content: z.array(element),
      pageCount: z.int(),
      pageNumber: z.int(),
      pageSize: z.int(),
      total: z.int(),
      sortField: z.string(),
      sortOrder: z.enum(['asc', 'desc']),
    })
    .meta({ id })

export const appointmentPage = page('FindAppointmentsResponsePaged', appointmentElement)

export const countElement = z
  .object({ count: z.int(), duration: z.string(), start: dateTime, end: dateTime, timezone: z.string() })
  .meta({ id: 'AppointmentCountResponse' })
export const overlapCount = z.object({ count: z.int() }).meta({ id: 'AppointmentOverlapResponse' })

export const eligibleElement = z
  .object({ eligibleFrom: dateTime, id: z.string(), start: dateTime, timezone: z.string() })
  .meta({ id: 'FindAppointmentsEligibleResponse', deprecated: true })

export const participantDetails = z
  .object({
    contact: z
      .object({ primaryEmail: z.string().optional(), primaryPhone: z.string().optional() })
      .optional(),
    /** Only for agents whose name the directory knows; in the list of participants also for customers. */
    displayName: z.string().optional(),
    expiresAt: dateTime,
    id: z.string(),
    metadata: z.record(z.string(), z.unknown()).optional(),
    name: z.object({ firstName: z.string().optional(), lastName: z.string().optional() }).optional(),
    state: z.enum(presenceStates).optional(),
    ticket: z.object({ accessUrl: z.string(), expiresAt: dateTime }).optional(),
    type: z.enum(['CUSTOMER', 'AGENT']),
    username: z.string().optional(),
  })
  .meta({ id: 'ParticipantDetails' })
export type ParticipantDetails = z.input<typeof participantDetails>

/** The response to the addition of an agent. */
export const addedAgent = participantDetails
  .extend({ warnings: z.array(bookingWarning).optional() })
  .meta({ id: 'AddedAgent' })

export const interactionResponse = seenInteraction.meta({ id: 'InteractionResponse' })
