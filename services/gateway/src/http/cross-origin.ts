import cors from 'cors'
import type { RequestHandler } from 'express'

/** Response headers that scripts of other origins may read in addition to the safelisted ones. */
export const EXPOSED = [
  'ETag',
  'Location',
  'WWW-Authenticate',
  'Retry-After',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'RateLimit-Policy',
  'Deprecation',
  'Link',
  'Idempotency-Replayed',
  'x-request-id',
]
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
/** Request headers that scripts of other origins may send in addition to the safelisted ones. */
const ACCEPTED = [
  'authorization',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'last-event-id',
  'prefer',
  'x-request-id',
  'x-otp-verification-id',
  'x-otp-code',
]
/** How long a browser may cache the response to a preflight request. */
const PREFLIGHT_MAX_AGE_S = 7200

/**
 * Lets scripts of other origins call the API (CORS, Fetch standard, section 3.2) and responds to their preflight requests
 * with 204. Cookies and other ambient credentials are never allowed: scripts send a token explicitly.
 * A preflight request does not say which application the request names, so it is enough that any application allows its
 * origin; operations that check the application do so with the request itself.
 * @param allowsAll whether every origin is allowed, and responses do not depend on it
 * @param mayCall whether scripts of an origin may read responses
 */
export function crossOrigin(allowsAll: boolean, mayCall: (origin: string) => boolean): RequestHandler {
  const allow = cors({
    origin: allowsAll
      ? '*'
      : (origin, decide) => {
          decide(null, origin !== undefined && mayCall(origin))
        },
    methods: METHODS,
    allowedHeaders: ACCEPTED,
    exposedHeaders: EXPOSED,
    maxAge: PREFLIGHT_MAX_AGE_S,
  })
  return (request, response, next) => {
    // a cache must not serve a response for one origin, or for none, to a page of another
    if (!allowsAll) response.vary('Origin')
    const { origin, 'access-control-request-method': requestedMethod } = request.headers
    // OPTIONS without that header is not a preflight request: it asks for the methods of a path
    const isPlainOptions = request.method === 'OPTIONS' && requestedMethod === undefined
    if (origin === undefined || isPlainOptions) next()
    else allow(request, response, next)
  }
}
