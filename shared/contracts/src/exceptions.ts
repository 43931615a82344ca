import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { directoryFault, onObjects } from './directory-fields.ts'
import { DAY_MS } from './durations.ts'
import { agentId, identifier, line } from './fields.ts'
import { instant, parseInstant } from './instants.ts'
import { limits } from './limits.ts'
import { page, paging } from './shapes.ts'

const LONGEST_MS = 366 * DAY_MS
const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/
// an offset or a zone in brackets, which other annotations may follow
const OFFSET = /(?:[Zz]|[+-]\d{2}(?::?\d{2})?|\[!?[^\]=]+\])(?:\[[^\]]*\])*$/

/** Whether a valid end of an exception is a date-time in the agent's zone; otherwise it is an instant. */
export const isLocalDateTime = (text: string): boolean => LOCAL.test(text)

const localMs = (text: string): number | undefined => {
  try {
    return Temporal.PlainDateTime.from(text).toZonedDateTime('UTC').epochMilliseconds
  } catch {
    return undefined
  }
}

/** Milliseconds by which two ends of the same kind can be compared; undefined if the text is not valid. */
const position = (text: unknown): number | undefined => {
  if (typeof text !== 'string' || text.length > limits.instant) return undefined
  if (isLocalDateTime(text)) return localMs(text)
  return OFFSET.test(text) ? parseInstant(text)?.getTime() : undefined
}

/** An instant is converted to UTC; a date-time in the agent's zone stays as it was sent. */
const end = z
  .string()
  .refine(
    (text) => position(text) !== undefined,
    directoryFault(
      'INVALID_INSTANT',
      "must be an instant, like 2027-03-01T09:00:00Z, or a date and time in the agent's zone, like 2027-03-01T09:00",
    ),
  )
  .transform((text) => (isLocalDateTime(text) ? text : instant(parseInstant(text) as Date)))
  .meta({ override: { type: 'string', maxLength: limits.instant }, examples: ['2027-03-01T09:00'] })

type Ends = Partial<Record<'from' | 'until', string>>
const areOfOneKind = ({ from, until }: Ends) =>
  position(from) === undefined ||
  position(until) === undefined ||
  isLocalDateTime(from ?? '') === isLocalDateTime(until ?? '')
const lengthMs = (ends: Ends) => {
  const [from, until] = [position(ends.from), position(ends.until)]
  return from === undefined || until === undefined || !areOfOneKind(ends) ? undefined : until - from
}

const exceptionFields = {
  type: z.enum(['ABSENCE', 'EXTRA_HOURS']),
  from: end,
  until: end,
  reason: line(200).min(1).optional(),
}

/** An absence or extra hours of an agent. */
export const exceptionRequest = z
  .strictObject(exceptionFields)
  .refine(areOfOneKind, {
    ...onObjects,
    path: ['until'],
    ...directoryFault('MIXED_INSTANTS', 'must have an offset if and only if `from` has one'),
  })
  .refine((ends) => (lengthMs(ends) ?? 1) > 0, {
    ...onObjects,
    path: ['until'],
    ...directoryFault('INVALID_RANGE', 'must be after `from`'),
  })
  .refine((ends) => (lengthMs(ends) ?? 0) <= LONGEST_MS, {
    ...onObjects,
    path: ['until'],
    ...directoryFault('TOO_LONG', 'must be at most a year after `from`'),
  })
  .meta({ id: 'ExceptionRequest' })
export type ExceptionRequest = z.output<typeof exceptionRequest>

/** An absence or extra hours in responses. */
export const exception = z
  .object({
    id: z.string(),
    agentId: z.string(),
    ...exceptionFields,
    createdAt: z.string().meta({ format: 'date-time' }),
  })
  .meta({ id: 'Exception' })
export type Exception = z.output<typeof exception>

export const exceptionCreated = exception
  .extend({
    affected: z
      .int()
      .meta({ description: 'Appointments of the agent during an absence; they are not moved' }),
  })
  .meta({ id: 'ExceptionCreated' })

export const exceptionPage = page('ExceptionPage', exception)
export const exceptionParams = z.object({ agentId, id: identifier })
export const exceptionQuery = z.object({
  organizationId: identifier.optional(),
  ...paging(['from', 'createdAt'] as const),
})
export type ExceptionQuery = z.output<typeof exceptionQuery>
