import type { ErrorRequestHandler } from 'express'
import { Problem, problem, problems } from '@appointments/contracts'
import type { Log } from '@appointments/runtime'
import { sendAnswer, type Answer } from './answer.ts'

interface HttpError {
  status?: number
  type?: string
}

/** What an error of Express or its body parser means to the caller. */
function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  const { status, type } = error as HttpError
  if (type === 'entity.too.large') return problem('BODY_TOO_LARGE')
  if (type === 'entity.parse.failed' || type === 'request.size.invalid' || type === 'request.aborted')
    return problem('MALFORMED_JSON')
  if (type === 'encoding.unsupported' || type === 'charset.unsupported')
    return problem('UNSUPPORTED_MEDIA_TYPE')
  if (status === 400) return problem('VALIDATION_FAILED', 'The request could not be read')
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
  if (refusal.status >= 500) log.error({ err: error }, 'a request failed')
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
  const { detail, errors, extensions, retryAfter } = refusal.details
  return {
    status,
    headers: {
      ...(retryAfter !== undefined && { 'retry-after': String(Math.ceil(retryAfter)) }),
      'content-type': 'application/problem+json; charset=utf-8',
    },
    body: JSON.stringify({
      type: `urn:appointments:problem:${refusal.code.toLowerCase().replaceAll('_', '-')}`,
      title,
      status,
      ...(detail !== undefined && { detail }),
      instance,
      code: refusal.code,
      requestId,
      ...(errors && { errors }),
      ...extensions,
    }),
  }
}

/** Turns errors into answers. */
export const problemAnswers =
  (log: Log): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    const refusal = refusalOf(error, log)
    const instance = request.originalUrl.split('?')[0] ?? ''
    const requestId = request.get('x-request-id') ?? ''
    if (response.headersSent) next(error)
    else sendAnswer(response, problemAnswer(refusal, { instance, requestId }))
  }
