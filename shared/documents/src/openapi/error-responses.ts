import { problems, type ProblemCode } from '@appointments/contracts'
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi'
import { problemExample, tokenErrorExample } from '../examples/problems.ts'
import type { Version } from '../versions.ts'
import type { DocumentedOperation } from './documented-operation.ts'
import { headersNamed, rateLimitHeaders, type ResponseHeader } from './headers.ts'
import { tokenError } from './problem-document.ts'
import { problemCodesOf } from './problem-codes.ts'

/** Errors that are the same in every operation; each becomes a component of the documents that use it. */
const SHARED: Readonly<Record<string, string>> = {
  UNAUTHORIZED: 'Unauthorized',
  'FORBIDDEN TENANT_REQUIRED': 'Forbidden',
  REQUEST_IN_PROGRESS: 'RequestInProgress',
  VERSION_MISMATCH: 'VersionMismatch',
  BODY_TOO_LARGE: 'BodyTooLarge',
  UNSUPPORTED_MEDIA_TYPE: 'UnsupportedMediaType',
  IDEMPOTENCY_KEY_REUSED: 'IdempotencyKeyReused',
  RATE_LIMITED: 'RateLimited',
  HEADERS_TOO_LARGE: 'HeadersTooLarge',
  INTERNAL_ERROR: 'InternalError',
  UNAVAILABLE: 'Unavailable',
  DEADLINE_EXCEEDED: 'DeadlineExceeded',
}

/**
 * Creates the error responses of operations; shared ones are created once per document, because they are
 * recognised by identity.
 */
export function createErrorResponses(version: Version) {
  const made = new Map<string, ZodOpenApiResponseObject>()
  const errorResponse = (status: number, codes: readonly ProblemCode[]): ZodOpenApiResponseObject => {
    const name = SHARED[codes.join(' ')]
    if (name === undefined) return problemResponse(version, status, codes)
    const response = made.get(name) ?? { id: name, ...problemResponse(version, status, codes) }
    made.set(name, response)
    return response
  }
  return (documented: DocumentedOperation): ZodOpenApiResponsesObject => ({
    ...(documented.operation.form && tokenErrorResponses),
    ...Object.fromEntries(
      [...problemCodesOf(documented)].map(([status, codes]) => [status, errorResponse(status, codes)]),
    ),
  })
}

const problemResponse = (
  version: Version,
  status: number,
  codes: readonly ProblemCode[],
): ZodOpenApiResponseObject => ({
  description: codes.map((code) => `- \`${code}\`: ${problems[code].title}`).join('\n'),
  headers: headersNamed(headersOf(status)),
  content: {
    'application/problem+json': {
      // an intersection, so that a generated client narrows the code: keywords next to a reference are often
      // ignored
      schema: {
        allOf: [
          { $ref: '#/components/schemas/Problem' },
          {
            type: 'object',
            required: ['code'],
            properties: {
              code: { type: 'string', enum: [...codes], description: 'Code of the problem.' },
            },
          },
        ],
      },
      examples: Object.fromEntries(
        codes.map((code) => [code, { summary: problems[code].title, value: problemExample(version, code) }]),
      ),
    },
  },
})

function headersOf(status: number): ResponseHeader[] {
  const always = [
    'x-request-id',
    'Preference-Applied',
    'Access-Control-Allow-Origin',
    ...rateLimitHeaders,
  ] as const
  if (status === 401) return [...always, 'WWW-Authenticate']
  if ([429, 502, 503, 504].includes(status)) return [...always, 'Retry-After']
  return [...always]
}

const tokenErrorResponse = (status: 400 | 401, description: string): ZodOpenApiResponseObject => ({
  description,
  headers: headersNamed(headersOf(status)),
  content: {
    'application/json': { schema: tokenError, example: tokenErrorExample(status) },
  },
})

const tokenErrorResponses = {
  400: tokenErrorResponse(
    400,
    'The form is incomplete, the grant type is not supported, or the subject token grants no access.',
  ),
  401: tokenErrorResponse(401, 'The request contains invalid credentials.'),
}
