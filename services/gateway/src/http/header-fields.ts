import type { RequestHandler } from 'express'
import { limits, problem } from '@appointments/contracts'

/** Refuses a request with more header fields than any client has a use for. */
export const limitHeaderFields: RequestHandler = (request, _response, next) => {
  // names and values take turns
  if (request.rawHeaders.length > 2 * limits.headerFields) throw problem('HEADERS_TOO_LARGE')
  next()
}
