import { z } from 'zod'

/*
 * The texts of all schema faults, so that validation messages are consistent. Each message continues the
 * name of a field: "start" + "is required". Texts of the validation library never reach a client.
 */

type RawIssue = z.core.$ZodRawIssue

/**
 * The parts of an issue that show whether its value is missing; issues of `safeParse` need `reportInput` for
 * it.
 */
interface Issue {
  code?: string | undefined
  discriminator?: unknown
  input?: unknown
}

export const REQUIRED = 'is required'
export const UNKNOWN_FIELD = 'is not a known field'

/** Whether an issue means that a value is missing. */
export function isMissing({ code, discriminator, input }: Issue): boolean {
  // the issue of a union has the whole object as its input
  if (code === 'invalid_union' && typeof discriminator === 'string')
    return (input as Record<string, unknown> | null | undefined)?.[discriminator] === undefined
  return input === undefined
}

/** `WAITING, JOINED or LEFT` */
export function oneOf(values: readonly unknown[]): string {
  const texts = values.map(String)
  const last = texts.pop() ?? ''
  return texts.length === 0 ? last : `${texts.join(', ')} or ${last}`
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  bigint: 'must be a whole number',
  boolean: 'must be true or false',
  object: 'must be an object',
  record: 'must be an object',
  array: 'must be a list',
  tuple: 'must be a list',
  date: 'must be a date',
  null: 'must be null',
  never: 'must be absent',
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'must be an e-mail address, like ada@example.com',
  url: 'must be an absolute address, like https://example.com/hooks',
  uuid: 'must be a UUID, like 123e4567-e89b-42d3-a456-426614174000',
  date: 'must be a date, like 2027-01-31',
  datetime: 'must be a date and time, like 2026-12-01T09:00:00Z',
}

const UNITS: Readonly<Record<string, readonly [one: string, several: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
  map: ['entry', 'entries'],
}

const counted = (count: number | bigint, [one, several]: readonly [string, string]) =>
  `${count} ${Number(count) === 1 ? one : several}`

interface Bound {
  origin: string
  inclusive?: boolean | undefined
  exact?: boolean | undefined
}

function tooBig({ origin, maximum, inclusive, exact }: Bound & { maximum: number | bigint }): string {
  const unit = UNITS[origin]
  if (unit) return `must have ${exact ? 'exactly' : 'at most'} ${counted(maximum, unit)}`
  return `must be ${inclusive === false ? 'less than' : 'at most'} ${maximum}`
}

function tooSmall({ origin, minimum, inclusive, exact }: Bound & { minimum: number | bigint }): string {
  const unit = UNITS[origin]
  if (unit && !exact && Number(minimum) === 1) return 'must not be empty'
  if (unit) return `must have ${exact ? 'exactly' : 'at least'} ${counted(minimum, unit)}`
  return `must be ${inclusive === false ? 'more than' : 'at least'} ${minimum}`
}

/** The message of an issue whose schema defines none. */
export function faultWords(issue: RawIssue): string {
  if (isMissing(issue)) return REQUIRED
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected] ?? 'has the wrong type'
    case 'invalid_value':
      return `must be ${oneOf(issue.values)}`
    case 'invalid_union':
      return Array.isArray(issue.options)
        ? `must be ${oneOf(issue.options)}`
        : 'has none of the possible forms'
    case 'too_big':
      return tooBig(issue)
    case 'too_small':
      return tooSmall(issue)
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'has the wrong format'
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
    case 'invalid_key':
      return UNKNOWN_FIELD
    default:
      return 'is not valid'
  }
}

z.config({ customError: faultWords })
