import compression from 'compression'
import type { RequestHandler } from 'express'

const compress = compression()

/**
 * Compresses bodies of 1 kB and more for clients that ask for `br` or `gzip`. The entity tag stays as it is: it names
 * the version of a resource, no cache reuses a response because of it, and If-Match has to match whatever the encoding
 * was.
 */
export const compressed: RequestHandler = (request, response, next) => {
  const accepted = request.headers['accept-encoding']
  // a client that does not ask pays nothing
  if (accepted !== undefined && /\b(?:br|gzip)\b/.test(accepted)) compress(request, response, next)
  else next()
}
