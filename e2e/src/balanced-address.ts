import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'

/** One address in front of several instances, request by request in turn, as a cluster's service is. */
export interface BalancedAddress {
  url: string
  /** Takes an instance in; it gets requests from now on. */
  add: (instance: string) => void
  /** Leaves an instance out; what it has in hand it may finish. */
  remove: (instance: string) => void
  /** How many requests an instance has been given. */
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
    // a connection of its own for each request: which instance answers is decided here and nowhere else
    const onward = httpRequest(new URL(url, instance), { method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      pipeline(answer, response, () => undefined)
    })
    onward.once('error', () => response.destroy())
    pipeline(request, onward, () => undefined)
  })
  // a client must not find the connection closed on which it sends its next request
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
