import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { listenFault, type Stoppable } from '@appointments/runtime'
import { closeIfUnread, isClosing } from './last-response.ts'
import { refuseUnreadable } from './unreadable-requests.ts'

export interface HttpServer extends Stoppable {
  /** Where the server listens, such as `http://127.0.0.1:8080`. */
  url: string
  isDraining: () => boolean
}

/**
 * Serves until stopped. Stopping answers what is under way, tells keep-alive clients to go, and takes nothing new.
 * @param port 0 takes a free one
 * @param drainDelayMs how long new connections are still taken after stopping began, until every balancer has seen
 * that the server is not ready
 * @param maxHeaderSize most bytes of the request line and header fields together
 * @throws StartupFault if the port is taken or cannot be listened on
 */
export async function listen(
  listener: RequestListener,
  {
    port,
    host,
    drainDelayMs = 0,
    maxHeaderSize = 16_384,
  }: { port: number; host: string; drainDelayMs?: number; maxHeaderSize?: number },
): Promise<HttpServer> {
  let draining = false
  const underWay = new Set<ServerResponse>()
  const server = createServer({ maxHeaderSize }, (request, response) => {
    if (isClosing(request.socket)) return
    closeIfUnread(request, response)
    if (draining) response.setHeader('Connection', 'close')
    underWay.add(response)
    response.once('close', () => underWay.delete(response))
    listener(request, response)
  })
  // Node answers an unknown expectation with a bare 417; ignoring it is allowed (RFC 9110, section 10.1.1)
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('clientError', (error, socket) => {
    const ofIt = [...underWay].filter(({ req }) => req.socket === socket)
    refuseUnreadable(error, socket, ofIt)
  })
  server.headersTimeout = 10_000
  server.requestTimeout = 30_000
  server.keepAliveTimeout = 65_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenFault(error, { port, host, variable: 'PORT' })))
    server.listen(port, host, resolve)
  })
  const { port: actual } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    isDraining: () => draining,
    async stop() {
      if (draining) return
      draining = true
      // also of what began before: its client would send the next request into a connection that is about to be cut
      for (const response of underWay) if (!response.headersSent) response.setHeader('Connection', 'close')
      await pause(drainDelayMs)
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeIdleConnections()
      // a client that keeps its connection busy is told to close it with its next answer; one that idles is cut
      const sweep = setInterval(() => server.closeIdleConnections(), 100)
      const limit = setTimeout(() => server.closeAllConnections(), 10_000)
      await closed
      clearInterval(sweep)
      clearTimeout(limit)
    },
  }
}
