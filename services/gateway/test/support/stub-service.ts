import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { internalTokens } from '@appointments/credentials'
import type { Caller } from '@appointments/contracts'
import { INTERNAL_SECRET } from './secrets.ts'

export interface Arrival {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
  /** The caller according to the gateway. */
  caller: Caller | undefined
}

export interface StubResponse {
  status?: number
  headers?: Record<string, string>
  body?: unknown
}
type Respond = (
  arrival: Arrival,
  response: ServerResponse,
  request: IncomingMessage,
) => StubResponse | undefined

/**
 * A service that records requests and sends the responses of the test; `undefined` leaves a request without response.
 * @param background responses by path to requests of the gateway itself, which are not recorded
 */
export async function startStubService(
  background: Readonly<Record<string, (arrival: Arrival) => StubResponse>> = {},
) {
  const arrivals: Arrival[] = []
  let respond: Respond = () => ({ body: { ok: true } })
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const arrival: Arrival = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
        caller: internalTokens(INTERNAL_SECRET).read(String(request.headers['x-internal-caller'] ?? '')),
      }
      const inBackground = background[arrival.url]
      if (!inBackground) arrivals.push(arrival)
      const chosen = inBackground ? inBackground(arrival) : respond(arrival, response, request)
      if (!chosen) return
      const { status = 200, headers = {}, body } = chosen
      response.statusCode = status
      response.setHeaders(new Map(Object.entries({ 'content-type': 'application/json', ...headers })))
      response.end(body === undefined ? undefined : JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    arrivals,
    respondWith: (with_: Respond | StubResponse) => {
      respond = typeof with_ === 'function' ? with_ : () => with_
    },
    reset: () => {
      arrivals.length = 0
      respond = () => ({ body: { ok: true } })
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
export type StubService = Awaited<ReturnType<typeof startStubService>>
