import type { RequestHandler } from 'express'
import { limits, problem } from '@appointments/contracts'

/** Rejects a request with too many header fields. */
export const limitHeaderFields: RequestHandler = (request, _response, next) => {
  // the array alternates names and values
  if (request.rawHeaders.length > 2 * limits.headerFields) throw problem('HEADERS_TOO_LARGE')
  next()
}
