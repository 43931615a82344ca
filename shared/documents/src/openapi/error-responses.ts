import { problems, type ProblemCode } from '@appointments/contracts'
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi'
import { problemExample, tokenErrorExample } from '../examples/problems.ts'
import type { Version } from '../versions.ts'
import type { DocumentedOperation } from './documented-operation.ts'
import { headersNamed, rateLimitHeaders, type ResponseHeader } from './headers.ts'
import { tokenError } from './problem-document.ts'
import { problemCodesOf } from './problem-codes.ts'

/** Names of responses with several codes that many operations share. */
const SHARED: Readonly<Record<string, string>> = {
  'FORBIDDEN TENANT_REQUIRED': 'Forbidden',
  'VALIDATION_FAILED MALFORMED_JSON BODY_TOO_DEEP': 'InvalidBody',
}

/** The component of a response with these codes; undefined if the operation describes it itself. */
function componentOf(codes: readonly ProblemCode[]): string | undefined {
  const [code, ...others] = codes
  if (code === undefined || others.length > 0) return SHARED[codes.join(' ')]
  return code
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join('')
}

/** The examples of problems that the error responses of these operations refer to, by code. */
export function problemExamples(version: Version, operations: readonly DocumentedOperation[]) {
  const codes = new Set(operations.flatMap((documented) => [...problemCodesOf(documented).values()].flat()))
  return Object.fromEntries(
    [...codes]
      .sort()
      .map((code) => [code, { summary: problems[code].title, value: problemExample(version, code) }]),
  )
}

/**
 * Creates the error responses of operations. Those that are components are created once per document, because they
 * are recognised by identity.
 */
export function createErrorResponses() {
  const made = new Map<string, ZodOpenApiResponseObject>()
  const errorResponse = (status: number, codes: readonly ProblemCode[]): ZodOpenApiResponseObject => {
    const name = componentOf(codes)
    if (name === undefined) return problemResponse(status, codes)
    const response = made.get(name) ?? { id: name, ...problemResponse(status, codes) }
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

const problemResponse = (status: number, codes: readonly ProblemCode[]): ZodOpenApiResponseObject => ({
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
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
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
