import cors from 'cors'
import type { RequestHandler } from 'express'

/** Response headers that scripts of another origin may read, beside those that every script may. */
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
/** How long a browser may keep the response to a preflight request. */
const PREFLIGHT_MAX_AGE_S = 600

/**
 * Lets scripts of other origins call the API (CORS, Fetch standard, section 3.2) and responds to their preflight requests
 * with 204. Cookies and other ambient credentials are never allowed: callers send their token themselves.
 * @param origins which origins, or `*` for every one
 */
export function crossOrigin(origins: '*' | readonly string[]): RequestHandler {
  const allow = cors({
    origin: origins === '*' ? '*' : [...origins],
    methods: METHODS,
    exposedHeaders: EXPOSED,
    maxAge: PREFLIGHT_MAX_AGE_S,
  })
  return (request, response, next) => {
    // a cache must not give a page of another origin the response that was made without one
    if (origins !== '*') response.vary('Origin')
    const { origin, 'access-control-request-method': wanted } = request.headers
    // OPTIONS alone asks which methods an address takes, and no browser is waiting for the response
    const isPlainOptions = request.method === 'OPTIONS' && wanted === undefined
    if (origin === undefined || isPlainOptions) next()
    else allow(request, response, next)
  }
}
