import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const ASK_EVERY_MS = 100

/** Spreads connections over the ready replicas of a service, as Kubernetes does. */
export interface Balancer {
  url: string
  /** Resolves when the replica gets connections. */
  untilReady: (target: string) => Promise<void>
  close: () => Promise<void>
}

/**
 * Balances connections, not requests: requests on a kept connection go to the replica it was opened to, and a
 * failed connection is not retried elsewhere. Each replica's `/health/ready` is polled ten times a second.
 * @param targets origins of the replicas
 */
export async function startBalancer(targets: readonly string[]): Promise<Balancer> {
  const ready = new Set<string>()
  const sockets = new Set<Socket>()
  let turn = 0
  let closed = false

  const ask = async (target: string) => {
    while (!closed) {
      const response = await fetch(`${target}/health/ready`, { headers: { connection: 'close' } }).catch(
        () => undefined,
      )
      if (response?.ok) ready.add(target)
      else ready.delete(target)
      await response?.body?.cancel()
      await pause(ASK_EVERY_MS)
    }
  }
  const asking = targets.map(ask)

  const server = createServer((client) => {
    const chosen = [...ready][turn++ % Math.max(1, ready.size)]
    if (chosen === undefined) {
      client.destroy()
      return
    }
    const { hostname, port } = new URL(chosen)
    const replica = connect({ host: hostname, port: Number(port), noDelay: true })
    client.setNoDelay(true)
    for (const [one, other] of [
      [client, replica],
      [replica, client],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroySoon()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async untilReady(target) {
      while (!ready.has(target)) await pause(ASK_EVERY_MS)
    },
    async close() {
      closed = true
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await Promise.all(asking)
    },
  }
}
