import { z } from 'zod'
import { DAY_MS, durationMs, DURATION_PATTERN } from './durations.ts'
import { emailAddress } from './emails.ts'
import { anyCase } from './enumerations.ts'
import { parseInstant, parseInstantOrDay } from './instants.ts'
import { isObject } from './is-object.ts'
import { limits } from './limits.ts'
import { isNational, isRegion, phoneIn } from './phones.ts'

/** Adds a machine-readable code to a fault; the HTTP layer returns it. */
const fault = (code: string, message: string) => ({ message, params: { code } })

// Postgres stores neither NUL nor half a surrogate pair, and a header or a subject line must not contain
// control characters.
const hasControls = (text: string) => /\p{Cc}/u.test(text)
const hasControlsBeyondLines = (text: string) => /[^\P{Cc}\n\r\t]/u.test(text)

/** Text on one line. */
export const line = (max: number) =>
  z
    .string()
    .max(max)
    .refine(
      (text) => text.isWellFormed() && !hasControls(text),
      fault('CONTROL_CHARACTERS', 'must not contain control characters'),
    )

/** Text that may have several lines. */
export const paragraph = (max: number) =>
  z
    .string()
    .max(max)
    .refine(
      (text) => text.isWellFormed() && !hasControlsBeyondLines(text),
      fault('CONTROL_CHARACTERS', 'must not contain control characters'),
    )

const LINK =
  /[a-z][a-z\d+.-]*:\/\/|(?<![\p{L}\p{N}])www\.|[^\s@]+@[^\s@]+\.[^\s@]+|[\p{L}\p{N}]\.[\p{L}\p{N}-]*\p{L}\//iu

/** Whether text contains a link or an address: a scheme, `www.`, an e-mail address, a domain with a slash. */
export const holdsLink = (text: string): boolean => LINK.test(text.normalize('NFKC'))

/** An identifier from another system: visible characters, no spaces. */
export const identifier = z
  .string()
  .min(1)
  .max(limits.identifier)
  .refine(
    (text) => text.isWellFormed() && !/[\p{Cc}\p{Z}]/u.test(text),
    fault('INVALID_ID', 'must have only visible characters and no spaces'),
  )

/** An agent's user id; it is also the agent's participant id. */
export const agentId = z
  .string()
  .refine(
    (text) => text.length >= 1 && text.length <= 255 && text.isWellFormed() && !/[\p{Cc}\p{Z}]/u.test(text),
    fault('AGENT_ID_INVALID', 'must have 1 to 255 visible characters and no spaces, like agent-7'),
  )
  .meta({
    description: "The agent's user id",
    examples: ['agent-7'],
    minLength: 1,
    maxLength: limits.identifier,
  })

const readBy = (read: (text: string) => Date | undefined, message: string) =>
  z
    .string()
    .refine(
      (text) => text.length <= limits.instant && read(text) !== undefined,
      fault('INVALID_INSTANT', message),
    )
    .transform((text) => read(text) as Date)
    .meta({
      override: { type: 'string', format: 'date-time', maxLength: limits.instant },
      examples: ['2027-01-09T09:00:00Z'],
    })

/** An ISO 8601 date and time, in UTC if it has no offset or zone. */
export const instantField = readBy(parseInstant, 'must be a date and time, like 2026-12-01T09:00:00Z')

/** The same, or a date alone, which means the start of that day in UTC. */
export const instantOrDay = readBy(
  parseInstantOrDay,
  'must be a date, or a date and time, like 2026-12-01T09:00:00Z',
)

/** A duration of the supported subset, without bounds. */
export const durationText = z
  .string()
  .max(60)
  .regex(DURATION_PATTERN, 'must be a duration of days, hours, minutes and seconds, like PT30M')
  .meta({ examples: ['PT30M'] })

/** A duration with bounds in milliseconds; `range` describes them. */
export const durationBetween = (least: number, most: number, range: string) =>
  durationText.refine(
    (text) => {
      const ms = durationMs(text)
      // the pattern reports text that is not a duration; this check must not report it again
      return ms === undefined || (ms >= least && ms <= most)
    },
    fault('DURATION_OUT_OF_RANGE', `must be ${range}`),
  )

/** Duration of an appointment: longer than zero, at most seven days. */
export const appointmentDuration = durationBetween(
  1,
  limits.durationDays * DAY_MS,
  'longer than zero and at most P7D',
)

const TWO_YEARS_MS = 731 * DAY_MS

/** A time frame of a query: longer than zero, at most two years. */
export const timeFrame = durationBetween(1, TWO_YEARS_MS, 'longer than zero and at most P731D')

/** A time before or after an appointment, which may itself be two years ahead. */
export const upToTwoYears = durationBetween(0, TWO_YEARS_MS, 'at most P731D')

/** A time around a meeting, such as a grace period: at most a day; PT0S means none. */
export const upToADay = durationBetween(0, DAY_MS, 'at most P1D')

/** A retention time: a day to ten years. */
export const keptFor = durationBetween(DAY_MS, 3653 * DAY_MS, 'at least P1D and at most P3653D')

// asking the runtime about one name costs as much as all other validation of a request
const canonicalZones = new Set(Intl.supportedValuesOf('timeZone'))

const isTimeZone = (zone: string) => {
  if (canonicalZones.has(zone)) return true
  // the runtime accepts offsets such as +01:00, but they are not zone names
  if (!/^[A-Za-z]/.test(zone)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** An IANA time zone name known to the runtime. */
export const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, fault('UNKNOWN_TIME_ZONE', 'must be the name of a time zone, like Europe/Berlin'))
  .meta({ examples: ['Europe/Berlin'] })

const isLocale = (tag: string) => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** A well-formed BCP 47 language tag; `en_GB`, as operating systems write it, is read as `en-GB`. */
export const locale = z
  .preprocess(
    (tag) => (typeof tag === 'string' ? tag.replaceAll('_', '-') : tag),
    z.string().max(64).refine(isLocale, fault('INVALID_LOCALE', 'must be a language tag, like en-GB')),
  )
  .meta({ examples: ['en-GB'] })

const NO_EMAIL = fault('INVALID_EMAIL', 'must be an e-mail address, like ada@example.com')

/** An e-mail address; an internationalised domain becomes its ASCII form. */
export const email = z
  .string()
  .max(limits.email)
  .refine((text) => emailAddress(text) !== undefined, NO_EMAIL)
  .transform((text) => emailAddress(text) as string)
  .meta({
    override: { type: 'string', format: 'email', maxLength: limits.email },
    examples: ['ada@example.com'],
  })

const phoneText = z.string().max(40)
const phoneMeta = { override: { type: 'string', maxLength: 40 }, examples: ['+4930123456'] } as const

/** A phone number with its country code, converted to E.164. */
export const internationalPhone = phoneText
  .refine(
    (text) => phoneIn(text) !== undefined,
    fault('INVALID_PHONE', 'must be an international phone number, like +4930123456'),
  )
  .transform((text) => phoneIn(text) as string)
  .meta(phoneMeta)

/**
 * A phone number. With a country code it is converted to E.164; without one it is unchanged until the region
 * of the application completes it (`completePhone`).
 */
export const phone = phoneText
  .refine(
    (text) => phoneIn(text) !== undefined || isNational(text),
    fault('INVALID_PHONE', 'must be a phone number, like +4930123456'),
  )
  .transform((text) => phoneIn(text) ?? text)
  .meta(phoneMeta)

/** A boolean of a query, in any case. */
export const flag = anyCase(['true', 'false'])
  .transform((text) => text === 'true')
  .meta({ override: { type: 'boolean', enum: undefined } })

/** The country of phone numbers without a country code. */
export const region = z
  .string()
  .refine(isRegion, fault('UNKNOWN_REGION', 'must be a country code of two letters, like DE'))
  .meta({ override: { type: 'string', pattern: '^[A-Z]{2}$', maxLength: 2 }, examples: ['DE'] })

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

function jsonFaults(value: unknown, depth = 1): string[] {
  if (typeof value === 'string') {
    return value.isWellFormed() && !value.includes('\0')
      ? []
      : ['must be text without NUL and without half surrogate pairs']
  }
  if (typeof value !== 'object' || value === null) return []
  if (depth > limits.jsonDepth) return [`must not be nested deeper than ${limits.jsonDepth}`]
  const faults = Object.keys(value).flatMap((key) => [
    ...(FORBIDDEN_KEYS.has(key) ? [`must not have the key ${key}`] : []),
    ...jsonFaults(key),
  ])
  return [...faults, ...Object.values(value).flatMap((inner) => jsonFaults(inner, depth + 1))]
}

/** A free-form object: at most 50 keys, 16 KiB and five levels. */
export const freeForm = z
  .custom<Record<string, unknown>>(isObject, 'must be an object')
  .superRefine((value, context) => {
    const messages = new Set(jsonFaults(value))
    if (Object.keys(value).length > limits.jsonKeys) messages.add(`must have at most ${limits.jsonKeys} keys`)
    if (Buffer.byteLength(JSON.stringify(value)) > limits.jsonBytes)
      messages.add('must be at most 16 KiB as JSON')
    for (const message of messages)
      context.addIssue({ code: 'custom', message, params: { code: 'INVALID_OBJECT' } })
  })
  .meta({ override: { type: 'object', additionalProperties: true } })

const TEXT_LIKE: readonly string[] = ['string', 'number', 'boolean']

/** A free-form object whose values are text; numbers and booleans become text. */
export const textMap = freeForm
  .superRefine((value, context) => {
    for (const [key, text] of Object.entries(value)) {
      if (!TEXT_LIKE.includes(typeof text)) {
        context.addIssue({
          code: 'custom',
          path: [key],
          message: 'must be text',
          params: { code: 'INVALID_TYPE' },
        })
      }
    }
  })
  .transform((value): Record<string, string> =>
    Object.fromEntries(Object.entries(value).map(([key, text]) => [key, String(text)])),
  )
  .meta({
    override: {
      type: 'object',
      additionalProperties: { type: [...TEXT_LIKE], maxLength: limits.jsonBytes },
    },
  })

const RESERVED_HEADERS =
  /^(?:host|connection|cookie|set-cookie|forwarded|user-agent|te|trailers?|transfer-encoding|upgrade|keep-alive|age|cache-control|expires|pragma|warning|clear-site-data|traceparent|tracestate|(?:proxy|content|x-forwarded|webhook|x-appointments)-.*)$/i

/**
 * Whether a header may be propagated: names used for transport and signatures are reserved for the sender.
 */
export const isPropagatable = (name: string): boolean => !RESERVED_HEADERS.test(name)

/** Headers that travel with webhook notifications (RFC 9110 names, visible ASCII values). */
export const notificationHeaders = z
  .custom<Record<string, string>>(isObject, 'must be an object')
  .superRefine((value: Record<string, unknown>, context) => {
    const report = (message: string, path: string[] = []) =>
      context.addIssue({ code: 'custom', path, message, params: { code: 'INVALID_HEADER' } })
    const names = Object.keys(value)
    if (names.length > limits.headers) report(`must have at most ${limits.headers} entries`)
    if (new Set(names.map((name) => name.toLowerCase())).size < names.length) report('must not repeat a name')
    let bytes = 0
    for (const [name, text] of Object.entries(value)) {
      if (FORBIDDEN_KEYS.has(name)) report(`must not have the key ${name}`)
      else if (name.length > limits.headerName || !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name))
        report('must be the name of a header, like X-Request-Source', [name])
      else if (!isPropagatable(name)) report('must not be a header of the transport or the signature', [name])
      if (typeof text !== 'string') report('must be text', [name])
      else if (text.length > limits.headerValue || !/^[\x20-\x7e]*$/.test(text))
        report('must have at most 1024 characters of visible ASCII', [name])
      else bytes += name.length + text.length
    }
    if (bytes > limits.headersBytes) report('must be at most 8 KiB in total')
  })
  .meta({
    override: { type: 'object', additionalProperties: { type: 'string', maxLength: limits.headerValue } },
  })

const isEmpty = (value: unknown) => value === '' || (isObject(value) && Object.keys(value).length === 0)

/**
 * Converts the empty values of a request (`null`, `""`, `{}`) to null, so that "clear" has one internal form.
 */
export const clearable = <T extends z.ZodType>(field: T) =>
  z.preprocess((value) => (isEmpty(value) ? null : value), field.nullable())

/**
 * A merge patch (RFC 7396): members replace settings, objects are merged, and `null` restores the default. It is not a
 * record schema, because a record drops the key `__proto__`, which must be rejected like any unknown setting.
 */
export const mergePatch = z
  .custom<Record<string, unknown>>(isObject, 'must be an object')
  .meta({ override: { type: 'object', additionalProperties: {} } })
