import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { limits } from '@appointments/contracts'
import { listenFault, requireFreePort, type Stoppable } from '@appointments/runtime'
import { closeIfUnread, isClosing } from './last-response.ts'
import { openSockets } from './listening-sockets.ts'
import { rejectUnreadable } from './unreadable-requests.ts'

export interface HttpServer extends Stoppable {
  /** Base URL of the server, such as `http://127.0.0.1:8080`. */
  url: string
  isDraining: () => boolean
}

/**
 * Age from which an unused connection is closed when the server stops. The first request of a younger connection may
 * still be on its way; an older connection was opened in advance.
 */
const UNUSED_LIMIT_MS = 1000

/**
 * Serves until stopped. Stopping finishes the requests in flight, asks keep-alive clients to disconnect, and accepts no
 * new connections.
 * @param port 0 selects a free port
 * @param drainDelayMs time for which new connections are still accepted after stopping began, so that every load
 * balancer sees that the server is not ready
 * @param onClosing ends streams and long waits before the server waits for the other requests in flight
 * @param maxHeaderSize maximum size in bytes of the request line and header fields together
 * @throws StartupFault if the server cannot listen on the port
 */
export async function listen(
  listener: RequestListener,
  {
    port,
    host,
    drainDelayMs = 0,
    maxHeaderSize = limits.headerBytes,
    onClosing = () => {},
  }: {
    port: number
    host: string
    drainDelayMs?: number
    maxHeaderSize?: number
    onClosing?: () => void
  },
): Promise<HttpServer> {
  let draining = false
  const inFlight = new Set<ServerResponse>()
  /** Connections without a request yet. Clients open them in advance, for example after they have left a stream. */
  const unused = new Map<Socket, number>()
  const server = createServer({ maxHeaderSize }, (request, response) => {
    unused.delete(request.socket)
    if (isClosing(request.socket)) return
    closeIfUnread(request, response)
    if (draining) response.setHeader('Connection', 'close')
    inFlight.add(response)
    response.once('close', () => inFlight.delete(response))
    listener(request, response)
  })
  server.on('connection', (socket) => {
    unused.set(socket, performance.now())
    socket.once('close', () => unused.delete(socket))
  })
  // Node responds to an unknown expectation with a bare 417; ignoring it is allowed (RFC 9110, section 10.1.1)
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('clientError', (error, socket) => {
    const ofConnection = [...inFlight].filter(({ req }) => req.socket === socket)
    rejectUnreadable(error, socket, ofConnection)
  })
  server.headersTimeout = 10_000
  server.requestTimeout = 30_000
  server.keepAliveTimeout = 65_000
  const address = { port, host, variable: 'PORT' }
  await requireFreePort(address)
  const sockets = await openSockets(server, address).catch((error: unknown) => {
    throw listenFault(error as Error, address)
  })
  const { port: actual } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    isDraining: () => draining,
    async stop() {
      if (draining) return
      draining = true
      // includes requests in flight: their clients would send the next request on a connection that is about to close
      for (const response of inFlight) if (!response.headersSent) response.setHeader('Connection', 'close')
      await pause(drainDelayMs)
      onClosing()
      const closed = Promise.all(
        [server, ...sockets].map((one) => new Promise((resolve) => one.close(resolve))),
      )
      // the next response asks a busy client to close its connection; idle connections are closed here
      const closeIdle = () => {
        server.closeIdleConnections()
        // Node does not count connections without a request as idle
        for (const [socket, openedAt] of unused)
          if (performance.now() - openedAt > UNUSED_LIMIT_MS) socket.destroy()
      }
      closeIdle()
      const sweep = setInterval(closeIdle, 100)
      const limit = setTimeout(() => server.closeAllConnections(), 10_000)
      await closed
      clearInterval(sweep)
      clearTimeout(limit)
    },
  }
}
