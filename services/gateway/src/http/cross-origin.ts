import cors from 'cors'
import type { RequestHandler } from 'express'

/** Response headers that scripts of other origins may read in addition to the safelisted ones. */
const EXPOSED = [
  'ETag',
  'Location',
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
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
/** How long a browser may cache the response to a preflight request. */
const PREFLIGHT_MAX_AGE_S = 600

/**
 * Lets scripts of other origins call the API (CORS, Fetch standard, section 3.2) and responds to their preflight requests
 * with 204. Cookies and other ambient credentials are never allowed: scripts send a token explicitly.
 * @param origins the allowed origins, or `*` for all
 */
export function crossOrigin(origins: '*' | readonly string[]): RequestHandler {
  const allow = cors({
    origin: origins === '*' ? '*' : [...origins],
    methods: METHODS,
    exposedHeaders: EXPOSED,
    maxAge: PREFLIGHT_MAX_AGE_S,
  })
  return (request, response, next) => {
    // a cache must not serve a response for one origin, or for none, to a page of another
    if (origins !== '*') response.vary('Origin')
    const { origin, 'access-control-request-method': requestedMethod } = request.headers
    // OPTIONS without that header is not a preflight request: it asks for the methods of a path
    const isPlainOptions = request.method === 'OPTIONS' && requestedMethod === undefined
    if (origin === undefined || isPlainOptions) next()
    else allow(request, response, next)
  }
}
