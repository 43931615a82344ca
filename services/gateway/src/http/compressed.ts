import compression from 'compression'
import type { RequestHandler } from 'express'

const compress = compression()

/**
 * Compresses bodies of 1 kB and more for clients that accept `br` or `gzip`. The entity tag does not change, because it
 * identifies the version of a resource: If-Match must match regardless of the encoding, and responses are not cached.
 * Tokens and codes are never compressed, because the length of a compressed response helps to guess them (BREACH).
 */
export const compressed: RequestHandler = (request, response, next) => {
  const accepted = request.headers['accept-encoding']
  // all other clients skip the middleware and its cost
  const isAsked = accepted !== undefined && /\b(?:br|gzip)\b/.test(accepted)
  if (isAsked && !request.path.startsWith('/security/')) compress(request, response, next)
  else next()
}
