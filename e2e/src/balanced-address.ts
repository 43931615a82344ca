import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'

/** One address in front of several instances, used in rotation, as a cluster's service does. */
export interface BalancedAddress {
  url: string
  /** Adds an instance to the rotation. */
  add: (instance: string) => void
  /** Removes an instance from the rotation; it may finish requests in flight. */
  remove: (instance: string) => void
  /** How many requests an instance has received. */
  served: (instance: string) => number
  close: () => Promise<void>
}

export async function balancedAddress(): Promise<BalancedAddress> {
  const instances: string[] = []
  const served = new Map<string, number>()
  let turn = 0
  const server = createServer((request, response) => {
    const instance = instances[turn++ % instances.length]
    if (instance === undefined) {
      response.writeHead(503).end()
      return
    }
    served.set(instance, (served.get(instance) ?? 0) + 1)
    const { method, headers, url = '/' } = request
    // a new connection for each request, so that only the rotation decides which instance gets it
    const onward = httpRequest(new URL(url, instance), { method, headers, agent: false }, (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers)
      pipeline(upstream, response, () => undefined)
    })
    onward.once('error', () => response.destroy())
    pipeline(request, onward, () => undefined)
  })
  // keeps connections open, so that a client's next request never meets a closed one
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (instance) => instances.push(instance),
    remove: (instance) => instances.splice(instances.indexOf(instance), 1),
    served: (instance) => served.get(instance) ?? 0,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
