import type { Request, RequestHandler, Response } from 'express'
import { begin, type Log } from '@appointments/runtime'
import { counter, histogram, type Telemetry } from '@appointments/telemetry'

const LABELS = ['version', 'operation', 'method'] as const

export const requestMetrics = {
  requests: counter('http_requests_total', 'Requests answered, by operation and class of the status code.', [
    ...LABELS,
    'status',
  ]),
  duration: histogram(
    'http_request_duration_seconds',
    'Time from a request to the end of its answer.',
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    LABELS,
  ),
}

interface Followed extends Telemetry {
  log: Log
  /** Level of the one line that each request gets. */
  level: 'debug' | 'info'
}

/**
 * Follows every request from its beginning to the end of its answer: continues the trace of whoever asks, gives each
 * log line on the way the ids of request and trace, measures, and writes one line without anything that could be a
 * token, a contact or a link.
 */
export function followRequests({ metrics, tracer, log, level }: Followed): RequestHandler {
  const requests = metrics.counter(requestMetrics.requests)
  const duration = metrics.histogram(requestMetrics.duration)
  return (request, response, next) => {
    const startedAt = performance.now()
    const { method } = request
    const { span, run } = begin(tracer, {
      name: method,
      kind: 'server',
      traceparent: request.get('traceparent'),
      requestId: request.get('x-request-id'),
      attributes: { 'http.request.method': method },
    })
    response.once('close', () => {
      const durationMs = performance.now() - startedAt
      const known = response.locals.operation as Named | undefined
      // what no route took
      const { version, operation } = known ?? { version: 'none', operation: 'none' }
      const { statusCode: status, writableFinished } = response
      requests.count({ version, operation, method, status: writableFinished ? classOf(status) : 'aborted' })
      duration.observe({ version, operation, method }, durationMs / 1000)
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
            ...(!writableFinished && { aborted: true }),
          },
          'request',
        ),
      )
    })
    run(next)
  }
}

interface Named {
  version: string
  operation: string
}

/** Says which operation a request turned out to be. */
export const named =
  (version: string, operation: string): RequestHandler =>
  (_request: Request, response: Response, next) => {
    response.locals.operation = { version, operation } satisfies Named
    next()
  }

const classOf = (status: number) => `${Math.floor(status / 100)}xx`
