import { z } from 'zod'

interface HeaderText {
  /** Name of the component. */
  id: string
  description: string
  example: string
}

const required = ({ id, ...header }: HeaderText, schema: z.ZodType = z.string()) =>
  schema.meta({ header: { id, ...header } })
const optional = (text: HeaderText, schema: z.ZodType = z.string()) => required(text, schema.optional())

const digits = z.string().regex(/^\d+$/)

/** Response headers by name. Each is a component of the documents that use it. */
export const responseHeaders = {
  'x-request-id': required({
    id: 'RequestId',
    description: 'Identifies the request in logs: the id that the client sent, or a new one.',
    example: '0197f5c2-6a1e-7c55-9f0e-2f6d3b1a8c44',
  }),
  'Access-Control-Allow-Origin': optional({
    id: 'AllowedOrigin',
    description: 'The origin of the request, if it is configured; its pages can read the response.',
    example: 'https://booking.example.com',
  }),
  ETag: required(
    {
      id: 'ETag',
      description: 'Version of the resource in the body. Send it as `If-Match` to change only this version.',
      example: '"7"',
    },
    z.string().regex(/^"\d+"$/),
  ),
  'Cache-Control': required({
    id: 'CacheControl',
    description: 'How long any cache may keep the response.',
    example: 'public, max-age=60',
  }),
  'Preference-Applied': optional(
    {
      id: 'PreferenceApplied',
      description: 'Present if the request asked for strict handling by `Prefer`.',
      example: 'handling=strict',
    },
    z.literal('handling=strict'),
  ),
  'Idempotency-Replayed': optional(
    {
      id: 'IdempotencyReplayed',
      description:
        'Present, with the value `true`, if the response is the stored one of an earlier request with the same key.',
      example: 'true',
    },
    z.literal('true'),
  ),
  Deprecation: optional(
    {
      id: 'Deprecation',
      description:
        'Time of deprecation of the operation, or of a part that the request used, in seconds since 1970 (RFC 9745).',
      example: '@1767225600',
    },
    z.string().regex(/^@\d+$/),
  ),
  Link: optional({
    id: 'SuccessorLink',
    description: 'Description of the operations to use instead.',
    example: '</docs#cancelAppointment>; rel="successor-version"',
  }),
  'Retry-After': required(
    { id: 'RetryAfter', description: 'Seconds to wait before a retry.', example: '2' },
    digits,
  ),
  'WWW-Authenticate': required({
    id: 'Challenge',
    description: 'The expected kind of authentication.',
    example: 'Bearer realm="appointments"',
  }),
  'RateLimit-Limit': optional(
    { id: 'RateLimitLimit', description: 'Requests allowed per minute.', example: '600' },
    digits,
  ),
  'RateLimit-Remaining': optional(
    { id: 'RateLimitRemaining', description: 'Requests that remain.', example: '599' },
    digits,
  ),
  'RateLimit-Reset': optional(
    { id: 'RateLimitReset', description: 'Seconds until the limit is reset.', example: '60' },
    digits,
  ),
  'RateLimit-Policy': optional({
    id: 'RateLimitPolicy',
    description: 'The limit, and its period in seconds.',
    example: '600;w=60',
  }),
} as const
/** The tag of a response that clients may keep. */
export const tagOfBody = required(
  {
    id: 'TagOfBody',
    description:
      'Hash of the body. Send it as `If-None-Match`: the response is 304 while the body is the same.',
    example: '"Jc0yHqvB1u5bZ6k3T9wXaA"',
  },
  z.string().regex(/^"[\w-]{22}"$/),
)

export type ResponseHeader = keyof typeof responseHeaders

export const rateLimitHeaders = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'RateLimit-Policy',
] as const satisfies ResponseHeader[]

/** The named headers, as a response declares them. */
export const headersNamed = (names: readonly ResponseHeader[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, responseHeaders[name]])))
