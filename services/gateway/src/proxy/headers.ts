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

const isInternal = (name: string) => name.startsWith('x-internal-')

const namedByConnection = ({ connection }: IncomingHttpHeaders) =>
  new Set((connection ?? '').split(',').map((name) => name.trim().toLowerCase()))

function travelling(headers: IncomingHttpHeaders): [string, string | string[]][] {
  const dropped = namedByConnection(headers)
  return Object.entries(headers).filter(
    (entry): entry is [string, string | string[]] =>
      entry[1] !== undefined && !OF_ONE_HOP.has(entry[0]) && !dropped.has(entry[0]) && !isInternal(entry[0]),
  )
}

/** Headers of a request that go on to a service: not those of the hop, of the gateway, or with credentials. */
export const requestHeaders = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(travelling(headers).filter(([name]) => !CREDENTIALS.has(name)))

/** Headers of an answer that go back to the client. */
export const answerHeaders = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(travelling(headers))
