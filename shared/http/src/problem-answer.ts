import type { ErrorRequestHandler, Request, Response } from 'express'
import { Problem, problem, problems, problemType, thirdPartyProblems } from '@appointments/contracts'
import type { Log } from '@appointments/runtime'
import { sendAnswer, type Answer } from './answer.ts'
import { malformedJson } from './json-fault.ts'
import { THIRD_PARTY_HEADER } from './third-party-header.ts'

/** Type of the error by which a body is refused while it is parsed. */
export const TOO_DEEP = 'entity.too.deep'

interface HttpError {
  status?: number
  type?: string
  /** What the body parser could not read. */
  body?: unknown
}

/** What an error of Express or its body parser means to the caller. */
function problemOf(error: unknown): Problem {
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
  if (isUnavailable(error)) return problem('UNAVAILABLE', { retryAfter: 2 })
  return problem('INTERNAL_ERROR')
}

/** A database or a peer that cannot be reached or does not answer in time: the caller may come again. */
function isUnavailable(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return (
    [
      'ECONNREFUSED',
      'ECONNRESET',
      'EPIPE',
      'ETIMEDOUT',
      '57P01',
      '57P02',
      '57P03',
      '57014',
      '55P03',
      '53300',
    ].includes(code ?? '') ||
    /^(Query read timeout|Connection terminated|timeout exceeded when trying to connect)/.test(message ?? '')
  )
}

/** What an error becomes for the caller. Anything unforeseen is a 500 that tells nothing, and a line in the log. */
export function refusalOf(error: unknown, log: Log): Problem {
  const refusal = problemOf(error)
  if (thirdPartyProblems.has(refusal.code))
    log.warn({ code: refusal.code, cause: refusal.cause }, 'a third party failed')
  else if (refusal.status >= 500 && !refusal.isCounted) log.error({ err: error }, 'a request failed')
  return refusal
}

/** What a refusal says of the request that it refuses. */
interface Refused {
  /** Its path. */
  instance: string
  requestId: string
}

/** A refusal as `application/problem+json` (RFC 9457). */
export function problemAnswer(refusal: Problem, { instance, requestId }: Refused): Answer {
  const { status, title } = problems[refusal.code]
  const { errors, extensions, retryAfter } = refusal.details
  return {
    status,
    headers: {
      ...(retryAfter !== undefined && { 'retry-after': String(Math.ceil(retryAfter)) }),
      ...(thirdPartyProblems.has(refusal.code) && { [THIRD_PARTY_HEADER]: 'true' }),
      'content-type': 'application/problem+json; charset=utf-8',
    },
    body: JSON.stringify({
      type: problemType(refusal.code),
      title,
      status,
      detail: refusal.detail,
      instance,
      code: refusal.code,
      requestId,
      ...(errors && { errors }),
      ...extensions,
    }),
  }
}

/**
 * Turns errors into answers.
 * @param typeOf the media type that a client gets problem documents as
 */
export const problemAnswers =
  (log: Log, typeOf?: (request: Request, response: Response) => string): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    const refusal = refusalOf(error, log)
    const instance = request.originalUrl.split('?')[0] ?? ''
    const requestId = request.get('x-request-id') ?? ''
    if (response.headersSent) {
      next(error)
      return
    }
    const answer = problemAnswer(refusal, { instance, requestId })
    if (typeOf) answer.headers['content-type'] = typeOf(request, response)
    sendAnswer(response, answer)
  }
