import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Stoppable } from '@appointments/runtime'

export interface HttpServer extends Stoppable {
  /** Where the server listens, such as `http://127.0.0.1:8080`. */
  url: string
  isDraining: () => boolean
}

/**
 * Serves until stopped. Stopping answers what is under way, tells keep-alive clients to go, and takes nothing new.
 * @param port 0 takes a free one
 */
export async function listen(
  listener: RequestListener,
  { port, host }: { port: number; host: string },
): Promise<HttpServer> {
  let draining = false
  const server = createServer((request, response) => {
    if (draining) response.setHeader('Connection', 'close')
    listener(request, response)
  })
  server.headersTimeout = 10_000
  server.requestTimeout = 30_000
  server.keepAliveTimeout = 65_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: actual } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    isDraining: () => draining,
    async stop() {
      if (draining) return
      draining = true
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
