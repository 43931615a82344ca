const REDACTED = '[redacted]'

/** Names of fields, at any depth, that hold contact data, tokens, links or text written by people. */
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

/** Fields of an error that are logged with its message; any other may hold a request, a response or a row. */
const OF_ERRORS = ['code', 'syscall', 'errno', 'constraint', 'table', 'responseCode', 'status'] as const
const DEEPEST = 5
const LONGEST_LIST = 20

/** A log line's object without personal data. */
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

/** `code` identifies errors, but six digits are a one-time password. */
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

// personal data in free text, such as the message of an error, is recognised by its shape
const SHAPES: readonly (readonly [RegExp, string])[] = [
  // credentials in a URL such as amqp://user:password@host
  [/\/\/[^\s/@"\\]+@/g, '//[redacted]@'],
  // everything in a web URL except its host, because paths and queries contain tickets, tokens and keys
  [/(https?:\/\/[^\s/?#"'\\<>]+)[/?#][^\s"'\\<>]*/g, `$1/${REDACTED}`],
  [/[^\s"'<>@\\:;,()[\]{}=]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+/gi, REDACTED],
  [/\b(?:join|manage)\/[\w-]{6,}/g, REDACTED],
  [/\+\d(?:[ ().-]?\d){6,}/g, REDACTED],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, REDACTED],
  [/\b(Bearer|Basic) [\w+/=.~-]+/g, `$1 ${REDACTED}`],
  [/\bwhsec_[\w+/=-]+/g, REDACTED],
  // PostgreSQL quotes the values of a row that it rejects
  [/(Key \([^)]*\)=)\([^)]*\)/g, `$1(${REDACTED})`],
]

/** Removes contact data, credentials and links from a line of text. */
export const withoutPersonalText = (line: string): string =>
  SHAPES.reduce((text, [shape, instead]) => text.replace(shape, instead), line)
