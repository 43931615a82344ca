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
import { DAY_MS } from './durations.ts'
import { agentId, identifier, instantField, timeZone } from './fields.ts'
import { listOf } from './shapes.ts'

/* Reads of slots (docs/contract/availability.md). */

/** One end of a window: a date means the first instant of that day. */
const windowEnd = z.union([
  calendarDate.transform((date) => ({ date })),
  instantField.transform((text) => ({ at: new Date(text) })),
])
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

const count = (most: number) =>
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
  applicationId: identifier,
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
  serviceTypeId?: string | undefined
  queueId?: string | undefined
  agentId?: string | undefined
}
const hasTarget = ({ serviceTypeId, queueId, agentId }: Target) =>
  serviceTypeId !== undefined || queueId !== undefined || agentId !== undefined
const targetRequired = {
  ...onObjects,
  path: ['serviceTypeId'],
  ...directoryFault('TARGET_REQUIRED', 'is required unless queueId or agentId is given'),
}

/** Reports the fault of a window at its end. */
const checkedWindow =
  (mostDays: number) =>
  ({ from, to }: { from?: WindowEnd | undefined; to?: WindowEnd | undefined }, context: z.RefinementCtx) => {
    const found = windowFault(from, to, mostDays)
    if (found) context.addIssue({ code: 'custom', path: ['to'], ...found })
  }

export const slotQuery = z
  .object({
    ...windowFields,
    limit: count(SLOTS.most).optional(),
    include: listOf(z.enum(['agents', 'capacity'])).optional(),
  })
  .refine(hasTarget, targetRequired)
  .superRefine(checkedWindow(MOST_DAYS.slots))
export type SlotQuery = z.output<typeof slotQuery>

export const slotDayQuery = z
  .object(windowFields)
  .refine(hasTarget, targetRequired)
  .superRefine(checkedWindow(MOST_DAYS.days))
export type SlotDayQuery = z.output<typeof slotDayQuery>

export const nextSlotQuery = z
  .object({
    ...offerFields,
    limit: count(20).optional(),
    include: listOf(z.enum(['agents', 'capacity'])).optional(),
  })
  .refine(hasTarget, targetRequired)
export type NextSlotQuery = z.output<typeof nextSlotQuery>

const dateTime = z.string().meta({ format: 'date-time' })

const slot = z
  .object({
    start: dateTime,
    end: dateTime,
    /** The start on the wall clock of `timezone`. */
    local: dateTime,
    /** Only if asked for: at most 50 agents who can serve the slot. */
    agents: z.array(z.string()).optional(),
    /** Only if asked for: how many agents can serve the slot. */
    capacity: z.int().optional(),
  })
  .meta({ id: 'Slot' })
export type Slot = z.output<typeof slot>

export const slotList = z
  .object({
    timezone: z.string(),
    duration: z.string(),
    slots: z.array(slot),
    /** Present if there are more slots: the start of the next one. */
    nextFrom: dateTime.optional(),
  })
  .meta({ id: 'SlotList' })
export type SlotList = z.output<typeof slotList>

export const nextSlotList = slotList.omit({ nextFrom: true }).meta({ id: 'NextSlotList' })

export const slotDayList = z
  .object({
    timezone: z.string(),
    duration: z.string(),
    days: z.array(z.object({ date: z.string(), count: z.int(), first: dateTime })),
  })
  .meta({ id: 'SlotDayList' })
export type SlotDayList = z.output<typeof slotDayList>
