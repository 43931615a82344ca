import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A piece of network between a service and what it depends on, as good or bad as a test wants it. */
export interface Proxy {
  port: number
  /** Delays everything by so many milliseconds, each way. */
  delay: (ms: number) => void
  /** Carries nothing on and tells nobody; what was sent arrives when it heals. */
  blackHole: () => void
  /** Breaks every connection off, and each new one, until it heals. */
  reset: () => void
  /** Breaks the connections of the moment off. */
  cut: () => void
  /** Carries nothing on over the connections of the moment and tells nobody, until they are cut or it heals. */
  freeze: () => void
  /** Lets the next requests with this text through and breaks the connection off instead of carrying the answer. */
  loseAnswerTo: (text: string, times?: number) => void
  /** Answers every connection by itself with the same bytes, as somebody in between would. */
  answerWith: (bytes: string) => void
  heal: () => void
  /** Breaks every connection off and refuses new ones, as nobody listens any more. */
  shut: () => Promise<void>
  /** Listens again where it did. */
  open: () => Promise<void>
}

type Mode =
  { is: 'open'; delayMs: number } | { is: 'black hole' } | { is: 'reset' } | { is: 'foreign'; bytes: string }

/** A connection and the one that carries it on. */
interface Pair {
  client: Socket
  server: Socket
}

/** Forwards connections from a free port of the loopback interface. @param target where to; loopback, unless a host is named */
export async function startProxy(target: { host?: string; port: number }): Promise<Proxy> {
  const pairs = new Set<Pair>()
  const waiting = new Set<Socket>()
  let mode: Mode = { is: 'open', delayMs: 0 }
  let lost = { text: '', times: 0 }

  const join = (client: Socket) => {
    const server = connect({ host: '127.0.0.1', ...target, noDelay: true })
    const pair = { client, server }
    pairs.add(pair)
    let isAnswerLost = false
    const end = () => {
      pairs.delete(pair)
      client.destroy()
      server.destroy()
    }
    for (const socket of [client, server]) socket.on('error', end).on('close', end)
    carry(client, server, (chunk) => {
      if (lost.times > 0 && chunk.includes(lost.text)) {
        lost.times -= 1
        isAnswerLost = true
      }
      return true
    })
    carry(server, client, () => {
      if (isAnswerLost) client.resetAndDestroy()
      return !isAnswerLost
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
    answerWith(bytes) {
      mode = { is: 'foreign', bytes }
      cut()
    },
    loseAnswerTo(text, times = 1) {
      lost = { text, times }
    },
    heal() {
      mode = { is: 'open', delayMs: 0 }
      lost.times = 0
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
