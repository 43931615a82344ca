import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** A TCP proxy on loopback that can fail in the ways networks do. */
export interface LoopbackProxy {
  /** The target's URL, by way of the proxy. */
  url: string
  /** Resets every connection; new ones are taken. */
  cut: () => void
  /** Keeps connections open but lets nothing through any more, until they are cut. */
  freeze: () => void
  /** Resets every connection and refuses new ones until {@link LoopbackProxy.open}. */
  shut: () => Promise<void>
  open: () => Promise<void>
}

export const loopbackProxy = async (targetUrl: string): Promise<LoopbackProxy> => {
  const target = new URL(targetUrl)
  const sockets = new Set<Socket>()
  const server = createServer((inbound) => {
    const outbound = connect({ host: target.hostname, port: Number(target.port || 5672) })
    for (const socket of [inbound, outbound]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        inbound.destroy()
        outbound.destroy()
      })
    }
    inbound.pipe(outbound).pipe(inbound)
  })
  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  const url = new URL(targetUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)

  const cut = (): void => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    url: url.href,
    cut,
    freeze: () => {
      for (const socket of sockets) {
        socket.unpipe()
        socket.pause()
      }
    },
    shut: async () => {
      const closed = server.listening ? once(server, 'close') : undefined
      server.close()
      cut()
      await closed
    },
    open: () => listen(port),
  }
}
