import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listenFault, type Stoppable } from '@appointments/runtime'
import type { ServedMetrics } from './prometheus.ts'

/**
 * Serves metrics at `/metrics` on a separate port, which clients of the API cannot reach.
 * @param port 0 selects a free one
 * @throws StartupFault if the server cannot listen on the port
 */
export async function serveMetrics(
  metrics: ServedMetrics,
  { port, host }: { port: number; host: string },
): Promise<Stoppable & { url: string }> {
  const server = createServer((request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    void metrics
      .text()
      .then((text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text))
      .catch(() => response.writeHead(500).end())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenFault(error, { port, host, variable: 'METRICS_PORT' })))
    server.listen(port, host, resolve)
  })
  const { port: actual } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}/metrics`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
