import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A TCP proxy between a service and one of its dependencies, with network faults on demand. */
export interface Proxy {
  port: number
  /** Delays all data by this many milliseconds in each direction. */
  delay: (ms: number) => void
  /** Forwards nothing and keeps connections open; data sent meanwhile arrives after `heal`. */
  blackHole: () => void
  /** Resets every open and every new connection until `heal`. */
  reset: () => void
  /** Resets the connections that are open now. */
  cut: () => void
  /** Forwards nothing on the connections that are open now, and keeps them open until `cut` or `heal`. */
  freeze: () => void
  /**
   * Forwards the next requests that contain this text, and resets the connection instead of returning the response.
   * Resolves when that has happened `times` times, or at `heal`.
   */
  loseResponseTo: (text: string, times?: number) => Promise<void>
  /** Responds to every connection with these bytes, as an intermediary would. */
  respondWith: (bytes: string) => void
  heal: () => void
  /** Resets every connection and stops listening, so that new ones are rejected. */
  shut: () => Promise<void>
  /** Listens again on the same port. */
  open: () => Promise<void>
}

type Mode =
  | { is: 'open'; delayMs: number }
  | { is: 'black hole' }
  | { is: 'reset' }
  | { is: 'foreign'; bytes: string }

/** A client's connection and the connection that it is forwarded to. */
interface Pair {
  client: Socket
  server: Socket
}

/** Forwards connections from a free loopback port. @param target host (loopback by default) and port to forward to */
export async function startProxy(target: { host?: string; port: number }): Promise<Proxy> {
  const pairs = new Set<Pair>()
  const waiting = new Set<Socket>()
  let mode: Mode = { is: 'open', delayMs: 0 }
  let lost = { text: '', times: 0, done: () => {} }

  const join = (client: Socket) => {
    const server = connect({ host: '127.0.0.1', ...target, noDelay: true })
    const pair = { client, server }
    pairs.add(pair)
    let isResponseLost = false
    const end = () => {
      pairs.delete(pair)
      client.destroy()
      server.destroy()
    }
    for (const socket of [client, server]) socket.on('error', end).on('close', end)
    carry(client, server, (chunk) => {
      if (lost.times > 0 && chunk.includes(lost.text)) {
        lost.times -= 1
        if (lost.times === 0) lost.done()
        isResponseLost = true
      }
      return true
    })
    carry(server, client, () => {
      if (isResponseLost) client.resetAndDestroy()
      return !isResponseLost
    })
    if (mode.is === 'black hole') halt(pair)
  }

  const carry = (from: Socket, to: Socket, look: (chunk: Buffer) => boolean) => {
    let before: Promise<unknown> = Promise.resolve()
    from.on('data', (chunk) => {
      if (!look(chunk)) return
      const delayMs = mode.is === 'open' ? mode.delayMs : 0
      const due = performance.now() + delayMs
      if (delayMs === 0 && to.writable) before = before.then(() => to.write(chunk))
      else before = before.then(() => pause(Math.max(0, due - performance.now()))).then(() => to.write(chunk))
    })
    from.on('end', () => void before.then(() => to.end()))
  }

  const halt = ({ client, server }: Pair) => {
    for (const socket of [client, server]) socket.pause()
  }
  const freeze = () => pairs.forEach(halt)
  const cut = () => {
    for (const { client, server } of pairs) {
      client.resetAndDestroy()
      server.resetAndDestroy()
    }
    for (const client of waiting) client.resetAndDestroy()
    waiting.clear()
  }

  const listener = createServer({ noDelay: true, allowHalfOpen: true }, (client) => {
    client.on('error', () => client.destroy())
    if (mode.is === 'reset') client.resetAndDestroy()
    else if (mode.is === 'foreign') {
      const { bytes } = mode
      client.once('data', () => client.end(bytes))
    } else if (mode.is === 'black hole') {
      waiting.add(client)
      client.once('close', () => waiting.delete(client))
    } else join(client)
  })
  const listen = async (port: number) => {
    listener.listen(port, '127.0.0.1')
    await once(listener, 'listening')
  }
  await listen(0)
  const { port } = listener.address() as AddressInfo

  return {
    port,
    delay(ms) {
      mode = { is: 'open', delayMs: ms }
    },
    blackHole() {
      mode = { is: 'black hole' }
      freeze()
    },
    reset() {
      mode = { is: 'reset' }
      cut()
    },
    cut,
    freeze,
    respondWith(bytes) {
      mode = { is: 'foreign', bytes }
      cut()
    },
    loseResponseTo: (text, times = 1) =>
      new Promise((resolve) => {
        lost = { text, times, done: resolve }
      }),
    heal() {
      mode = { is: 'open', delayMs: 0 }
      lost.times = 0
      lost.done()
      for (const { client, server } of pairs) for (const socket of [client, server]) socket.resume()
      for (const client of waiting) join(client)
      waiting.clear()
    },
    async shut() {
      const closed = listener.listening ? once(listener, 'close') : undefined
      listener.close()
      cut()
      await closed
    },
    open: () => listen(port),
  }
}
