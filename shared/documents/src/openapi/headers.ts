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
export const answerHeaders = {
  'x-request-id': required({
    id: 'RequestId',
    description: 'Names the request in every log: the id that was sent, or a new one.',
    example: '0197f5c2-6a1e-7c55-9f0e-2f6d3b1a8c44',
  }),
  'Access-Control-Allow-Origin': optional({
    id: 'AllowedOrigin',
    description: 'The origin whose pages can read the response, if the request named one that is configured.',
    example: 'https://booking.example.com',
  }),
  ETag: required(
    {
      id: 'ETag',
      description: 'Version of what the body shows. Send it as `If-Match` to change only what was seen.',
      example: '"7"',
    },
    z.string().regex(/^"\d+"$/),
  ),
  'Preference-Applied': optional(
    {
      id: 'PreferenceApplied',
      description: 'There when the request asked for strict handling by `Prefer`.',
      example: 'handling=strict',
    },
    z.literal('handling=strict'),
  ),
  'Idempotency-Replayed': optional(
    {
      id: 'IdempotencyReplayed',
      description:
        'There, and `true`, where the answer is the kept one of an earlier request with the same key.',
      example: 'true',
    },
    z.literal('true'),
  ),
  Deprecation: optional(
    {
      id: 'Deprecation',
      description:
        'Since when the operation, or a part of it that the request used, is deprecated, in seconds since 1970 (RFC 9745).',
      example: '@1767225600',
    },
    z.string().regex(/^@\d+$/),
  ),
  Link: optional({
    id: 'SuccessorLink',
    description: 'Where the operations to use instead are described.',
    example: '</docs#cancelAppointment>; rel="successor-version"',
  }),
  'Retry-After': required(
    { id: 'RetryAfter', description: 'Seconds to wait before the next try.', example: '2' },
    digits,
  ),
  'WWW-Authenticate': required({
    id: 'Challenge',
    description: 'Which kind of authentication is expected.',
    example: 'Bearer realm="appointments"',
  }),
  'RateLimit-Limit': optional(
    { id: 'RateLimitLimit', description: 'Requests allowed in a minute.', example: '600' },
    digits,
  ),
  'RateLimit-Remaining': optional(
    { id: 'RateLimitRemaining', description: 'Requests left of them.', example: '599' },
    digits,
  ),
  'RateLimit-Reset': optional(
    { id: 'RateLimitReset', description: 'Seconds until they start anew.', example: '60' },
    digits,
  ),
  'RateLimit-Policy': optional({
    id: 'RateLimitPolicy',
    description: 'The limit and the seconds it counts over.',
    example: '600;w=60',
  }),
} as const
export type AnswerHeader = keyof typeof answerHeaders

export const rateLimitHeaders = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'RateLimit-Policy',
] as const satisfies AnswerHeader[]

/** The named headers, as a response declares them. */
export const headersNamed = (names: readonly AnswerHeader[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, answerHeaders[name]])))
