import { z } from 'zod'
import { DAY_MS, durationMs } from './durations.ts'
import { durationBetween, identifier, line } from './fields.ts'
import { isObject } from './is-object.ts'
import { limits } from './limits.ts'

/* Fields that several entries of the directory have (docs/contract/directory.md). */

/** Adds a machine-readable code to a fault; the HTTP layer returns it. */
export const directoryFault = (code: string, message: string) => ({ message, params: { code } })

/** Runs a check of an object even if some of its fields have faults, so that one response names all faults. */
export const onObjects = {
  when: ({ value }: { value: unknown }) => isObject(value),
}

/**
 * The check that `to` is later than `from`; an end with a fault of its own is not compared.
 */
export const inOrder: [
  (range: { from?: unknown; to?: unknown }) => boolean,
  typeof onObjects & { path: string[]; message: string },
] = [
  ({ from, to }) => !(from instanceof Date && to instanceof Date) || from < to,
  { ...onObjects, path: ['to'], ...directoryFault('INVALID_RANGE', 'must be later than from') },
]

/** Id of a queue, team, schedule, calendar or service type, which the client chooses. */
export const directoryId = z
  .string()
  .regex(/^[a-z0-9-]{1,64}$/, 'must have 1 to 64 lower-case letters, digits and hyphens, like first-line')
  .meta({ minLength: 1, maxLength: 64, examples: ['first-line'] })

/** The name of an entry. */
export const entryName = line(limits.name).min(1)

/** A language tag in its canonical spelling, so that equal languages are equal texts; `en_GB` is read as `en-GB`. */
export const language = z
  .string()
  .max(64)
  .transform((tag, context) => {
    try {
      return Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0] ?? ''
    } catch {
      context.addIssue({
        code: 'custom',
        ...directoryFault('INVALID_LOCALE', 'must be a language tag, like en-GB'),
        input: tag,
      })
      return z.NEVER
    }
  })
  .meta({ override: { type: 'string', maxLength: 64 }, examples: ['en-GB'] })

/** A skill: one lower-case word, which may have hyphens. */
export const skill = z
  .string()
  .max(64)
  .regex(/^[\p{Ll}\p{Lo}\d]+(?:-[\p{Ll}\p{Lo}\d]+)*$/u, 'must be a lower-case word, like mortgages')
  .meta({
    // the pattern needs Unicode classes, which not every reader of the document knows
    override: { type: 'string', minLength: 1, maxLength: 64, pattern: undefined },
    examples: ['mortgages'],
  })

/** Runs a check of a list even if some of its elements have faults. */
const onLists = { when: ({ value }: { value: unknown }) => Array.isArray(value) }

/** Rejects lists in which two elements have the same key. Elements without a key have a fault of their own. */
export const unrepeated = <Element extends z.ZodType>(
  list: z.ZodArray<Element>,
  keyOf: (element: z.output<Element>) => unknown = (element) => element,
) =>
  list.superRefine((elements, context) => {
    const seen = new Set<unknown>()
    for (const [index, element] of elements.entries()) {
      const key = element == null ? undefined : keyOf(element)
      if (key !== undefined && seen.has(key))
        context.addIssue({
          code: 'custom',
          path: [index],
          ...directoryFault('REPEATED', 'must not be in the list twice'),
        })
      seen.add(key)
    }
  }, onLists)

export const languages = unrepeated(z.array(language).max(20))
export const skills = unrepeated(z.array(skill).max(50))

/** Skills and languages that an agent needs for the appointments of a queue or a service type. */
export const requirements = z
  .strictObject({ skills: skills.default([]), languages: languages.default([]) })
  .meta({ id: 'AgentRequirements' })

const MINUTE_MS = 60_000

/** The length of a bookable appointment. */
export const bookableDuration = durationBetween(
  MINUTE_MS,
  limits.durationDays * DAY_MS,
  'at least PT1M and at most P7D',
)

const granularity = durationBetween(5 * MINUTE_MS, DAY_MS, 'at least PT5M and at most P1D').refine(
  (text) => {
    const ms = durationMs(text)
    // the bounds report a duration that is too short or too long
    return ms === undefined || ms === 0 || ms > DAY_MS || (ms % MINUTE_MS === 0 && DAY_MS % ms === 0)
  },
  directoryFault('GRANULARITY_UNEVEN', 'must be whole minutes that divide a day, like PT15M'),
)

/** Fields that limit when appointments may be offered; a service type that sets none uses those of its application. */
export const offerLimits = {
  granularity,
  alignmentOffset: durationBetween(0, DAY_MS, 'at most P1D').refine(
    (text) => {
      const ms = durationMs(text)
      return ms === undefined || ms % MINUTE_MS === 0
    },
    directoryFault('NOT_WHOLE_MINUTES', 'must be whole minutes, like PT10M'),
  ),
  minNotice: durationBetween(0, 30 * DAY_MS, 'at most P30D'),
  horizon: durationBetween(MINUTE_MS, 730 * DAY_MS, 'at least PT1M and at most P730D'),
  bufferBefore: durationBetween(0, DAY_MS / 3, 'at most PT8H'),
  bufferAfter: durationBetween(0, DAY_MS / 3, 'at most PT8H'),
}

const clockTime = (pattern: RegExp) =>
  z
    .string()
    .regex(pattern, 'must be a time of day, like 09:00')
    .meta({ maxLength: 5, examples: ['09:00'] })

/** A time of day. */
export const startOfHours = clockTime(/^(?:[01]\d|2[0-3]):[0-5]\d$/)
/** A time of day, or 24:00 for the end of the day. */
export const endOfHours = clockTime(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/)

/** A date of the calendar, which has no year 0. */
export const calendarDate = z.iso
  .date()
  .refine((text) => !text.startsWith('0000'), 'must be a date, like 2027-01-31')
  .meta({ maxLength: 10, examples: ['2027-01-31'] })

/** Selects the organization if the caller's token names none; empty or absent means no organization. */
export const organizationQuery = {
  organizationId: identifier.optional().meta({
    description:
      'The organization, if the token names none; if absent, the entries of applications without an organization',
  }),
}

/** Selects entries by the beginning of their id or name. */
export const searchQuery = { q: line(limits.name).optional() }

/** Fields of an entry that the system sets. */
export const stored = {
  version: z.int(),
  createdAt: z.string().meta({ format: 'date-time' }),
  updatedAt: z.string().meta({ format: 'date-time' }),
}
