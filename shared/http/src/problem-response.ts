import type { ErrorRequestHandler, Request, Response } from 'express'
import { Problem, problem, problems, problemType, thirdPartyProblems } from '@appointments/contracts'
import { isOutOfReach, type Log } from '@appointments/runtime'
import type { PreparedResponse } from './prepared-response.ts'
import { sendResponse } from './response.ts'
import { malformedJson } from './json-fault.ts'
import { THIRD_PARTY_HEADER } from './third-party-header.ts'

/** Type of the error that rejects a body nested too deeply while it is parsed. */
export const TOO_DEEP = 'entity.too.deep'

interface HttpError {
  status?: number
  type?: string
  /** The text that the body parser could not read. */
  body?: unknown
}

/** The problem for an error of Express or its body parser. */
function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  const { status, type, body } = error as HttpError
  if (type === 'entity.too.large') return problem('BODY_TOO_LARGE')
  if (type === 'parameters.too.many') return problem('BODY_TOO_LARGE', 'The form has too many fields.')
  if (type === TOO_DEEP) return problem('BODY_TOO_DEEP')
  if (type === 'entity.parse.failed') return malformedJson(typeof body === 'string' ? body : '')
  if (type === 'request.size.invalid' || type === 'request.aborted')
    return problem('MALFORMED_JSON', 'The body is not as long as its Content-Length says.')
  if (type === 'encoding.unsupported' || type === 'charset.unsupported')
    return problem('UNSUPPORTED_MEDIA_TYPE')
  if (status === 400)
    return problem('VALIDATION_FAILED', 'The address or the body of the request cannot be decoded.')
  if (isOutOfReach(error)) return problem('UNAVAILABLE', { retryAfter: 2 })
  return problem('INTERNAL_ERROR')
}

/** Whether a metric counts an error, so that it is not logged. */
const isCounted = (error: unknown) => (error as { isCounted?: boolean }).isCounted === true

/** The problem that the caller gets for an error. An unexpected error is logged and becomes a 500 without details. */
export function problemFor(error: unknown, log: Log): Problem {
  const problem = asProblem(error)
  if (thirdPartyProblems.has(problem.code))
    log.warn({ code: problem.code, cause: problem.cause }, 'a third party failed')
  else if (problem.status >= 500 && !isCounted(error) && !problem.isCounted)
    log.error({ err: error }, 'a request failed')
  return problem
}

/** The request that a problem document is about. */
interface FailedRequest {
  /** Path of the request. */
  instance: string
  requestId: string
}

/** A problem as `application/problem+json` (RFC 9457). */
export function problemResponse(
  { code, detail, details }: Problem,
  { instance, requestId }: FailedRequest,
): PreparedResponse {
  const { status, title } = problems[code]
  const { errors, extensions, retryAfter, isPartial = thirdPartyProblems.has(code) } = details
  return {
    status,
    headers: {
      ...(retryAfter !== undefined && { 'retry-after': String(Math.ceil(retryAfter)) }),
      ...(isPartial && { [THIRD_PARTY_HEADER]: 'true' }),
      'content-type': 'application/problem+json; charset=utf-8',
    },
    body: JSON.stringify({
      type: problemType(code),
      title,
      status,
      detail,
      instance,
      code,
      requestId,
      ...(errors && { errors }),
      ...extensions,
    }),
  }
}

/**
 * Turns errors into problem responses.
 * @param typeOf chooses the media type of the problem document for a client
 */
export const problemResponder =
  (log: Log, typeOf?: (request: Request, response: Response) => string): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    const failure = problemFor(error, log)
    const instance = request.originalUrl.split('?')[0] ?? ''
    const requestId = request.get('x-request-id') ?? ''
    if (response.headersSent) {
      next(error)
      return
    }
    const prepared = problemResponse(failure, { instance, requestId })
    if (typeOf) prepared.headers['content-type'] = typeOf(request, response)
    sendResponse(response, prepared)
  }
