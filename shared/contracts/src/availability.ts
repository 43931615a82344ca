import { z } from 'zod'
import {
  bookableDuration,
  calendarDate,
  directoryFault,
  directoryId,
  language,
  onObjects,
  skill,
} from './directory-fields.ts'
import { availabilityPolicies } from './availability-settings.ts'
import { unavailableReason } from './decisions.ts'
import { DAY_MS } from './durations.ts'
import { anyCase } from './enumerations.ts'
import { organizationQuery } from './directory-fields.ts'
import { agentId, identifier, instantField, timeZone } from './fields.ts'
import { serviceType } from './service-types.ts'
import { listOf, page, paging } from './shapes.ts'

/* Reads of slots (docs/contract/availability.md). */

/** One end of a window: a date means the first instant of that day. */
const windowEnd = z.union(
  [calendarDate.transform((date) => ({ date })), instantField.transform((text) => ({ at: new Date(text) }))],
  'must be a date, like 2026-12-01, or an instant, like 2026-12-01T09:00:00Z',
)
export type WindowEnd = z.output<typeof windowEnd>

const onDays = (end: WindowEnd) => Date.parse('date' in end ? end.date : end.at.toISOString())

/** Faults of a window whose ends are both given. */
function windowFault(from: WindowEnd | undefined, to: WindowEnd | undefined, mostDays: number) {
  if (!from || !to) return undefined
  // the next page of a window of dates begins at an instant
  if ('date' in from && 'at' in to)
    return directoryFault('MIXED_WINDOW', 'must be a date like `from`, or both must be instants')
  const length = onDays(to) - onDays(from)
  const isMixed = 'at' in from && 'date' in to
  if (!isMixed && length <= 0) return directoryFault('INVALID_RANGE', 'must be after `from`')
  // a local day may begin a day away from that of UTC
  if (length > (mostDays + Number(isMixed)) * DAY_MS)
    return directoryFault('WINDOW_TOO_LONG', `must be at most ${mostDays} days after \`from\``)
  return undefined
}

/** An integer from 1 to `most`. */
export const count = (most: number) =>
  z
    .string()
    .regex(/^\d{1,4}$/, 'must be a whole number')
    .transform(Number)
    .refine(
      (number) => number >= 1 && number <= most,
      directoryFault('OUT_OF_RANGE', `must be at least 1 and at most ${most}`),
    )
    .meta({ override: { type: 'integer', minimum: 1, maximum: most } })

/** Longest windows in days. */
export const MOST_DAYS = { slots: 31, days: 93 } as const
/** Slots of a page. */
export const SLOTS = { most: 1000, default: 200 } as const

const offerFields = {
  applicationId: identifier.optional(),
  appointmentId: identifier.optional(),
  serviceTypeId: directoryId.optional(),
  queueId: directoryId.optional(),
  agentId: agentId.optional(),
  duration: bookableDuration.optional(),
  from: windowEnd.optional(),
  timezone: timeZone.optional(),
  language: language.optional(),
  skills: listOf(skill).optional(),
}
const windowFields = { ...offerFields, to: windowEnd.optional() }

interface Target {
  applicationId?: string | undefined
  appointmentId?: string | undefined
  serviceTypeId?: string | undefined
  queueId?: string | undefined
  agentId?: string | undefined
}

/** An appointment determines its application and target; any other request needs to name them. */
const checkedTarget = ({ applicationId, appointmentId, ...targets }: Target, context: z.RefinementCtx) => {
  const add = (field: string, fault: ReturnType<typeof directoryFault>) =>
    context.addIssue({ code: 'custom', path: [field], ...fault })
  const named = (['serviceTypeId', 'queueId', 'agentId'] as const).filter(
    (field) => targets[field] !== undefined,
  )
  if (appointmentId !== undefined) {
    for (const field of named)
      add(field, directoryFault('FIELD_NOT_ALLOWED', 'must be absent beside appointmentId'))
    return
  }
  if (applicationId === undefined)
    add('applicationId', directoryFault('REQUIRED', 'is required unless appointmentId is given'))
  if (named.length === 0)
    add(
      'serviceTypeId',
      directoryFault('TARGET_REQUIRED', 'is required unless queueId, agentId or appointmentId is given'),
    )
}

/**
 * An end of the window if it is valid; undefined otherwise, because an invalid end is still the value of the request.
 */
const validEnd = (end: unknown): WindowEnd | undefined => {
  const isEnd = (value: object) => 'date' in value || ('at' in value && value.at instanceof Date)
  return typeof end === 'object' && end !== null && isEnd(end) ? (end as WindowEnd) : undefined
}

/** Reports the fault of a window at its end. */
const checkedWindow =
  (mostDays: number) =>
  ({ from, to }: { from?: WindowEnd | undefined; to?: WindowEnd | undefined }, context: z.RefinementCtx) => {
    const found = windowFault(validEnd(from), validEnd(to), mostDays)
    if (found) context.addIssue({ code: 'custom', path: ['to'], ...found })
  }

export const slotQuery = z
  .object({
    ...windowFields,
    limit: count(SLOTS.most).optional(),
    include: listOf(anyCase(['agents', 'capacity'])).optional(),
  })
  .superRefine(checkedTarget, onObjects)
  .superRefine(checkedWindow(MOST_DAYS.slots), onObjects)
export type SlotQuery = z.output<typeof slotQuery>

export const slotDayQuery = z
  .object(windowFields)
  .superRefine(checkedTarget, onObjects)
  .superRefine(checkedWindow(MOST_DAYS.days), onObjects)
export type SlotDayQuery = z.output<typeof slotDayQuery>

export const nextSlotQuery = z
  .object({
    ...offerFields,
    limit: count(20).optional(),
    include: listOf(anyCase(['agents', 'capacity'])).optional(),
  })
  .superRefine(checkedTarget, onObjects)
export type NextSlotQuery = z.output<typeof nextSlotQuery>

const dateTime = z.string().meta({ format: 'date-time' })

const slot = z
  .object({
    start: dateTime,
    end: dateTime,
    /** The start on the wall clock of `timezone`. */
    local: dateTime,
    /** At most 50 agents who can serve the slot: ids if staff ask for them; with names if the public sees agents. */
    agents: z.array(z.union([z.string(), z.object({ id: z.string(), displayName: z.string() })])).optional(),
    /** The number of agents who can serve the slot, if requested. */
    capacity: z.int().optional(),
  })
  .meta({ id: 'Slot' })
export type Slot = z.output<typeof slot>

const readerFields = {
  timezone: z.string(),
  duration: z.string(),
  /** What happens to a booking outside the calendar. */
  policy: z.enum(availabilityPolicies),
}

export const slotList = z
  .object({
    ...readerFields,
    slots: z.array(slot),
    /** Present if there are more slots: the start of the next one. */
    nextFrom: dateTime.optional(),
  })
  .meta({ id: 'SlotList' })
export type SlotList = z.output<typeof slotList>

export const nextSlotList = slotList.omit({ nextFrom: true }).meta({ id: 'NextSlotList' })

export const slotDayList = z
  .object({
    ...readerFields,
    days: z.array(z.object({ date: z.string(), count: z.int(), first: dateTime })),
  })
  .meta({ id: 'SlotDayList' })
export type SlotDayList = z.output<typeof slotDayList>

/* Service types that can be booked. */

export const offeredServiceTypeQuery = z.object({ applicationId: identifier })
/** The public does not see the queue, the requirements and the routing. */
export const offeredServiceTypes = z
  .object({
    serviceTypes: z.array(
      serviceType
        .omit({ version: true, createdAt: true, updatedAt: true })
        .meta({ id: 'OfferedServiceType' }),
    ),
  })
  .meta({ id: 'OfferedServiceTypes' })
export type OfferedServiceTypes = z.output<typeof offeredServiceTypes>

/* Why a time is or is not offered. */

export const availabilityCheckRequest = z
  .object({
    applicationId: identifier.optional(),
    appointmentId: identifier.optional(),
    serviceTypeId: directoryId.optional(),
    queueId: directoryId.optional(),
    agentId: agentId.optional(),
    start: instantField,
    duration: bookableDuration.optional(),
    language: language.optional(),
    skills: z.array(skill).max(50).optional(),
  })
  .superRefine(checkedTarget, onObjects)
  .meta({ id: 'AvailabilityCheckRequest' })
export type AvailabilityCheckRequest = z.output<typeof availabilityCheckRequest>

const agentCheck = z
  .object({
    agentId: z.string(),
    offered: z.boolean(),
    reasons: z.array(
      z.object({
        code: unavailableReason,
        from: dateTime.optional(),
        until: dateTime.optional(),
        appointmentId: z.string().optional(),
      }),
    ),
  })
  .meta({ id: 'AgentAvailability' })

export const availabilityCheck = z
  .object({ offered: z.boolean(), reasons: z.array(unavailableReason), agents: z.array(agentCheck) })
  .meta({ id: 'AvailabilityCheck' })
export type AvailabilityCheck = z.output<typeof availabilityCheck>

/* Free and busy time of agents. */

/** Agents of one request. */
const MOST_AGENTS = 50

export const freeBusyQuery = z
  .object({
    ...organizationQuery,
    applicationId: identifier.optional(),
    agentId: listOf(agentId).refine(
      (ids) => ids.length >= 1 && ids.length <= MOST_AGENTS,
      directoryFault('OUT_OF_RANGE', `must be at least 1 and at most ${MOST_AGENTS} agents`),
    ),
    from: windowEnd.optional(),
    to: windowEnd.optional(),
    timezone: timeZone.optional(),
  })
  .superRefine(checkedWindow(MOST_DAYS.slots), onObjects)
export type FreeBusyQuery = z.output<typeof freeBusyQuery>

const range = z.object({ from: dateTime, until: dateTime })
export const busyKinds = ['APPOINTMENT', 'RESERVATION', 'HOLD', 'EXTERNAL', 'ABSENCE', 'HOLIDAY'] as const
export const freeBusy = z
  .object({
    agents: z.array(
      z.object({
        agentId: z.string(),
        open: z.array(range),
        busy: z.array(range.extend({ kind: z.enum(busyKinds), appointmentId: z.string().optional() })),
      }),
    ),
  })
  .meta({ id: 'FreeBusy' })
export type FreeBusy = z.output<typeof freeBusy>

/* Appointments whose agent is not open for them. */

export const affectedQuery = z
  .object({
    ...organizationQuery,
    agentId: agentId.optional(),
    teamId: directoryId.optional(),
    queueId: directoryId.optional(),
    exceptionId: identifier.optional(),
    from: windowEnd.optional(),
    to: windowEnd.optional(),
    ...paging(['start'] as const),
  })
  .refine(
    ({ agentId: agent, teamId, queueId, exceptionId }) =>
      [agent, teamId, queueId, exceptionId].filter((id) => id !== undefined).length === 1,
    {
      ...onObjects,
      path: ['agentId'],
      ...directoryFault('TARGET_REQUIRED', 'needs exactly one of agentId, teamId, queueId and exceptionId'),
    },
  )
  .superRefine(checkedWindow(MOST_DAYS.days), onObjects)
export type AffectedQuery = z.output<typeof affectedQuery>

const affectedAppointment = z
  .object({
    appointmentId: z.string(),
    applicationId: z.string(),
    agentId: z.string(),
    queueId: z.string().optional(),
    start: dateTime,
    end: dateTime,
    /** The zone of the agent; UTC for an agent that the directory does not have. */
    timezone: z.string(),
    kind: z.enum(['ASSIGNED', 'RESERVED']),
    reasons: z.array(unavailableReason),
  })
  .meta({ id: 'AffectedAppointment' })
export type AffectedAppointment = z.output<typeof affectedAppointment>
export const affectedPage = page('AffectedAppointmentPage', affectedAppointment)
