import type { IncomingHttpHeaders } from 'node:http'

// they belong to one connection (RFC 9110, section 7.6.1), or the next hop writes its own
const OF_ONE_HOP = new Set([
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

// what proved who calls ends at the gateway
const CREDENTIALS = new Set(['authorization', 'cookie', 'x-otp-code', 'x-otp-verification-id'])

// the gateway has acted on them, so the service gets them whatever `Connection` says of the way to the gateway
const ACTED_ON = new Set(['idempotency-key', 'if-match', 'prefer', 'x-request-id'])

const isInternal = (name: string) => name.startsWith('x-internal-')

const namedByConnection = ({ connection = '' }: IncomingHttpHeaders) =>
  connection
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => !ACTED_ON.has(name))

// every request passes here twice, so nothing is built but the result
function travelling(headers: IncomingHttpHeaders, alsoDropped?: ReadonlySet<string>): IncomingHttpHeaders {
  const dropped = namedByConnection(headers)
  const kept: IncomingHttpHeaders = {}
  for (const [name, value] of Object.entries(headers))
    if (!OF_ONE_HOP.has(name) && !isInternal(name) && !dropped.includes(name) && !alsoDropped?.has(name))
      kept[name] = value
  return kept
}

/** Headers of a request that go on to a service: not those of the hop, of the gateway, or with credentials. */
export const requestHeaders = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  travelling(headers, CREDENTIALS)

/** Headers of an answer that go back to the client. */
export const answerHeaders = (headers: IncomingHttpHeaders): IncomingHttpHeaders => travelling(headers)
