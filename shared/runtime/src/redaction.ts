const REDACTED = '[redacted]'

/** Names of fields that hold contact data, tokens, links or what people wrote, however deep they stand. */
const PERSONAL = new Set(
  [
    'email',
    'primaryEmail',
    'phone',
    'primaryPhone',
    'firstName',
    'lastName',
    'customName',
    'username',
    'contact',
    'to',
    'otp',
    'token',
    'access_token',
    'secret',
    'secureToken',
    'password',
    'authorization',
    'cookie',
    'headers',
    'body',
    'url',
    'accessUrl',
    'roomUrl',
    'manageLink',
    'title',
    'notes',
    'metadata',
  ].map((name) => name.toLowerCase()),
)

/** What is worth reading of an error beside its message; anything else may hold a request, an answer or a row. */
const OF_ERRORS = ['code', 'syscall', 'errno', 'constraint', 'table', 'responseCode', 'status'] as const
const DEEPEST = 5
const LONGEST_LIST = 20

/** A log line's object without what must not be read by whoever reads logs. */
export function withoutPersonal(value: unknown, depth = 0): unknown {
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  if (depth === DEEPEST) return '[…]'
  if (value instanceof Error) return errorOf(value, depth)
  if (Array.isArray(value))
    return value.slice(0, LONGEST_LIST).map((element) => withoutPersonal(element, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      isPersonal(name, field) ? REDACTED : withoutPersonal(field, depth + 1),
    ]),
  )
}

/** `code` is what errors are known by, but six digits are a one-time password. */
const isPersonal = (name: string, value: unknown): boolean =>
  PERSONAL.has(name.toLowerCase()) || (name === 'code' && typeof value === 'string' && /^\d{6}$/.test(value))

function errorOf(error: Error, depth: number): Record<string, unknown> {
  const { name, message, stack, cause } = error
  const errors = error instanceof AggregateError ? (error.errors as unknown[]) : undefined
  return {
    type: name,
    message,
    ...Object.fromEntries(
      OF_ERRORS.map((field): [string, unknown] => [field, error[field as keyof Error]]).filter(
        ([, value]) => typeof value === 'string' || typeof value === 'number',
      ),
    ),
    stack,
    ...(cause !== undefined && { cause: withoutPersonal(cause, depth + 1) }),
    ...(errors && { errors: withoutPersonal(errors, depth + 1) }),
  }
}

// Free text, such as the message of an error, is known by its shape.
const SHAPES: readonly (readonly [RegExp, string])[] = [
  // who signs in, in an address such as amqp://user:password@host
  [/\/\/[^\s/@"\\]+@/g, '//[redacted]@'],
  // all of a web address but its host: tickets, tokens and keys of other people's systems stand in paths and queries
  [/(https?:\/\/[^\s/?#"'\\<>]+)[/?#][^\s"'\\<>]*/g, `$1/${REDACTED}`],
  [/[^\s"'<>@\\:;,()[\]{}=]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+/gi, REDACTED],
  [/\b(?:join|manage)\/[\w-]{6,}/g, REDACTED],
  [/\+\d(?:[ ().-]?\d){6,}/g, REDACTED],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, REDACTED],
  [/\b(Bearer|Basic) [\w+/=.~-]+/g, `$1 ${REDACTED}`],
  [/\bwhsec_[\w+/=-]+/g, REDACTED],
  // PostgreSQL quotes the values of a row it refuses
  [/(Key \([^)]*\)=)\([^)]*\)/g, `$1(${REDACTED})`],
]

/** Takes contact data, credentials and links out of a line of text. */
export const withoutPersonalText = (line: string): string =>
  SHAPES.reduce((text, [shape, instead]) => text.replace(shape, instead), line)
