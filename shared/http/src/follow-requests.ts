import type { Request, RequestHandler, Response } from 'express'
import { begin, DEADLINE_HEADER, type Log } from '@appointments/runtime'
import { counter, histogram, type Telemetry } from '@appointments/telemetry'

const LABELS = ['version', 'operation', 'method'] as const

export const requestMetrics = {
  requests: counter('http_requests_total', 'Finished requests, by operation and class of the status code.', [
    ...LABELS,
    'status',
  ]),
  duration: histogram(
    'http_request_duration_seconds',
    'Time from the start of a request to the end of its response.',
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    LABELS,
  ),
}

interface Followed extends Telemetry {
  log: Log
  /** Level of the log line of each request. */
  level: 'debug' | 'info'
}

/** An incoming request. */
interface IncomingRequest {
  method: string
  traceparent: string | undefined
  requestId: string | undefined
  /** Milliseconds until the caller stops waiting. */
  deadlineMs?: number | undefined
}

/** How a request ended. */
interface Ended {
  status: number
  /** Absent if no route matched. */
  operation?: Named | undefined
  /** Whether the connection ended before the response was complete. */
  isAborted?: boolean
  /** Whether the client decided how long it was open, so that its duration says nothing about the work. */
  staysOpen?: boolean
}

/**
 * Follows a request until its response ends: continues the trace of the caller, adds the ids of request and trace to
 * every log line, records metrics, and logs one line that contains no token, contact or link. Code called through `run`
 * belongs to the request.
 */
export function requestFollower({ metrics, tracer, log, level }: Followed) {
  const requests = metrics.counter(requestMetrics.requests)
  const duration = metrics.histogram(requestMetrics.duration)
  return ({ method, traceparent, requestId, deadlineMs }: IncomingRequest) => {
    const startedAt = performance.now()
    const attributes = { 'http.request.method': method }
    const { span, run } = begin(tracer, {
      name: method,
      kind: 'server',
      traceparent,
      requestId,
      deadlineMs,
      attributes,
    })
    const end = ({ status, operation: known, isAborted = false, staysOpen = false }: Ended) => {
      const durationMs = performance.now() - startedAt
      const { version, operation } = known ?? { version: 'none', operation: 'none' }
      requests.count({ version, operation, method, status: isAborted ? 'aborted' : classOf(status) })
      if (!staysOpen) duration.observe({ version, operation, method }, durationMs / 1000)
      span.rename(`${method} ${version}.${operation}`)
      span.describe({ 'http.response.status_code': status })
      span.end(status >= 500 ? new Error(String(status)) : undefined)
      run(() =>
        log[level](
          {
            ...(known && { operation: `${version}.${operation}` }),
            method,
            status,
            durationMs: Math.round(durationMs),
            ...(isAborted && { aborted: true }),
          },
          'request',
        ),
      )
    }
    return { run, end }
  }
}

/**
 * Follows every request that Express serves; see {@link requestFollower}.
 * @param hasDeadlines whether callers are trusted to set a deadline
 */
export function followRequests({
  hasDeadlines = false,
  ...followed
}: Followed & { hasDeadlines?: boolean }): RequestHandler {
  const follow = requestFollower(followed)
  return (request, response, next) => {
    const { run, end } = follow({
      method: request.method,
      traceparent: request.get('traceparent'),
      requestId: request.get('x-request-id'),
      deadlineMs: hasDeadlines ? deadlineOf(request) : undefined,
    })
    response.once('close', () => {
      const { statusCode: status, writableFinished } = response
      const operation = response.locals.operation as Named | undefined
      const staysOpen = response.locals.staysOpen === true
      // such a response may end when its client disconnects
      end({ status, operation, isAborted: !writableFinished && !staysOpen, staysOpen })
    })
    run(next)
  }
}

function deadlineOf(request: Request): number | undefined {
  const header = request.get(DEADLINE_HEADER)
  return header !== undefined && /^\d{1,9}$/.test(header) ? Number(header) : undefined
}

interface Named {
  version: string
  operation: string
}

/** Records which operation a request belongs to. */
export const named =
  (version: string, operation: string): RequestHandler =>
  (_request: Request, response: Response, next) => {
    response.locals.operation = { version, operation } satisfies Named
    next()
  }

const classOf = (status: number) => `${Math.floor(status / 100)}xx`
