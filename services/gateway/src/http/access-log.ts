import type { RequestHandler } from 'express'
import type { Log } from '@appointments/runtime'

/** One line for each request, without anything that could be a token, a contact or a link. */
export const accessLog =
  (log: Log): RequestHandler =>
  (request, response, next) => {
    const startedAt = performance.now()
    response.once('close', () => {
      log.info(
        {
          operation: response.locals.operation as string | undefined,
          method: request.method,
          status: response.statusCode,
          durationMs: Math.round(performance.now() - startedAt),
          requestId: request.get('x-request-id'),
          ...(!response.writableFinished && { aborted: true }),
        },
        'request',
      )
    })
    next()
  }

/** Names the operation of a request for its log line. */
export const named =
  (operation: string): RequestHandler =>
  (_request, response, next) => {
    response.locals.operation = operation
    next()
  }
