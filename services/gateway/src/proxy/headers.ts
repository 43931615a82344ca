import type { IncomingHttpHeaders } from 'node:http'

// these headers belong to one connection (RFC 9110, section 7.6.1), or are set again for the next one
const HOP_BY_HOP = new Set([
  'connection',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

// the caller's credentials do not leave the gateway
const CREDENTIALS = new Set(['authorization', 'cookie', 'x-otp-code', 'x-otp-verification-id'])

// the gateway acts on these headers, so the service must get them too, even if `Connection` lists them
const ALWAYS_FORWARDED = new Set(['idempotency-key', 'if-match', 'if-none-match', 'prefer', 'x-request-id'])

const isInternal = (name: string) => name.startsWith('x-internal-')

const connectionOptions = ({ connection = '' }: IncomingHttpHeaders) =>
  connection
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => !ALWAYS_FORWARDED.has(name))

// every request passes here twice, so the loop allocates only the result
function endToEnd(headers: IncomingHttpHeaders, alsoDropped?: ReadonlySet<string>): IncomingHttpHeaders {
  const dropped = connectionOptions(headers)
  const kept: IncomingHttpHeaders = {}
  for (const [name, value] of Object.entries(headers))
    if (!HOP_BY_HOP.has(name) && !isInternal(name) && !dropped.includes(name) && !alsoDropped?.has(name))
      kept[name] = value
  return kept
}

/** The headers of a request to forward to a service: no hop-by-hop headers, internal headers or credentials. */
export const requestHeaders = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  endToEnd(headers, CREDENTIALS)

/** The headers of a response to return to the client. */
export const responseHeaders = (headers: IncomingHttpHeaders): IncomingHttpHeaders => endToEnd(headers)
