import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Counts the statements that pass between a service and PostgreSQL, as the protocol shows them. */
export interface Wire {
  /** Address of a database through this wire. */
  to: (databaseUrl: string) => Promise<string>
  /** How often each statement has been executed since the last call, by database and text. */
  take: () => Map<string, number>
  close: () => void
}

export function openWire(): Wire {
  let counts = new Map<string, number>()
  const closing: (() => void)[] = []
  return {
    async to(databaseUrl) {
      const target = new URL(databaseUrl)
      const sockets = new Set<Socket>()
      const server = createServer((client) => {
        const database = connect({ host: target.hostname, port: Number(target.port || 5432), noDelay: true })
        client.setNoDelay(true)
        const read = statementsOf((text) => {
          const key = `${target.pathname.slice(1)} ${text}`
          counts.set(key, (counts.get(key) ?? 0) + 1)
        })
        client.on('data', read)
        for (const [one, other] of [
          [client, database],
          [database, client],
        ] as const) {
          sockets.add(one)
          one.pipe(other)
          one.on('error', () => other.destroy())
          one.on('close', () => sockets.delete(one))
        }
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      closing.push(() => {
        server.close()
        for (const socket of sockets) socket.destroy()
      })
      const url = new URL(databaseUrl)
      url.port = String((server.address() as AddressInfo).port)
      url.hostname = '127.0.0.1'
      return url.href
    },
    take() {
      const taken = counts
      counts = new Map()
      return taken
    },
    close: () => closing.forEach((close) => close()),
  }
}

const LENGTH_BYTES = 4

/** Reads messages of a client (PostgreSQL documentation, section 55.7), and reports each execution of a statement. */
function statementsOf(onStatement: (text: string) => void): (chunk: Buffer) => void {
  let unread = Buffer.alloc(0)
  // the first message has no type
  let typeBytes = 0
  const prepared = new Map<string, string>()
  let bound = ''
  const handle = (type: string, body: Buffer) => {
    const [first = '', second = ''] = body.toString('utf8').split('\0', 2)
    if (type === 'P') prepared.set(first, second)
    if (type === 'B') bound = prepared.get(second) ?? ''
    if (type === 'E') onStatement(plain(bound))
    if (type === 'Q') onStatement(plain(first))
  }
  return (chunk) => {
    unread = Buffer.concat([unread, chunk])
    for (;;) {
      if (unread.length < typeBytes + LENGTH_BYTES) return
      const end = typeBytes + unread.readInt32BE(typeBytes)
      if (unread.length < end) return
      if (typeBytes === 1) handle(String.fromCharCode(unread[0] ?? 0), unread.subarray(1 + LENGTH_BYTES, end))
      typeBytes = 1
      unread = unread.subarray(end)
    }
  }
}

const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
