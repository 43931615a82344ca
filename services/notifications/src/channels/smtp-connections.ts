import { Transform } from 'node:stream'
import { madeOf, type Secret } from '@appointments/runtime'

/** A connection to the mail server. It is opened for its first mail, and again if it was closed meanwhile. */
interface Connection {
  url: string
  transport: ReturnType<typeof openTransport>
}

export type SmtpTransport = Awaited<Connection['transport']>

/** Connections to a mail server, each for one mail at a time. */
export interface SmtpConnections {
  /**
   * Runs work over an idle connection.
   * @param isKept whether the connection stays open afterwards
   */
  use: <Result>(
    work: (transport: SmtpTransport) => Promise<Result>,
    isKept: (result: Result) => boolean,
  ) => Promise<Result>
  close: () => Promise<void>
}

/** @param url when it changes, work in progress ends on the old connections */
export function createSmtpConnections(url: Secret): SmtpConnections {
  const open = new Set<Connection>()
  /** The connection used last is used next, so that connections that are not needed time out. */
  const idle: Connection[] = []

  const close = async (connection: Connection) => {
    open.delete(connection)
    await connection.transport.then(
      (transport) => transport.close(),
      () => undefined,
    )
  }
  const currentUrl = madeOf(url, (current) => {
    for (const connection of idle.splice(0)) void close(connection)
    return current
  })
  const take = (): Connection => {
    const current = currentUrl()
    const free = idle.pop()
    if (free) return free
    const connection = { url: current, transport: openTransport(current) }
    open.add(connection)
    return connection
  }

  return {
    async use(work, isKept) {
      const connection = take()
      let stays = false
      try {
        const result = await work(await connection.transport)
        stays = isKept(result) && connection.url === currentUrl()
        return result
      } finally {
        if (stays) idle.push(connection)
        else void close(connection)
      }
    },
    async close() {
      await Promise.all([...open].map(close))
    },
  }
}

/** A pool of one connection, so that a connection that the server rejects as one too many can be closed alone. */
async function openTransport(url: string) {
  const { default: nodemailer } = await import('nodemailer')
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 1,
    maxMessages: 100,
    // one retry for a connection the server closed while idle; the dispatcher handles all other retries
    maxRequeues: 1,
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 15_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  transport.use('stream', (mail, done) => {
    mail.message.processFunc((message) => message.pipe(inOnePiece()))
    done()
  })
  return transport
}

/** Gathers a stream: a message of many parts would otherwise take a system call and a packet for each of them. */
function inOnePiece(): Transform {
  const pieces: Buffer[] = []
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      pieces.push(piece)
      done()
    },
    flush(done) {
      done(null, Buffer.concat(pieces))
    },
  })
}
