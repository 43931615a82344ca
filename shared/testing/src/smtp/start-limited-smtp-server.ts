import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A reply to a connection that is one too many. */
const TOO_MANY = Object.assign(new Error('4.7.0 too many connections'), { responseCode: 421 })
/** The reply of Exchange Online to a mail over such a connection. */
const TOO_MANY_FOR_MAIL = Object.assign(new Error('4.3.2 Concurrent connections limit exceeded'), {
  responseCode: 432,
})

/**
 * A mail server with limits, like those of providers. It accepts every mail, each in its turn.
 * @param limits.perSecond mails accepted per second, over all connections
 * @param limits.connections connections at the same time; it rejects more with 421
 * @param limits.connectionsForMail connections at the same time over which it accepts mails; it rejects mails over others
 *   with 432, and leaves the connections open
 */
export async function startLimitedSmtpServer({
  perSecond,
  connections = Infinity,
  connectionsForMail = Infinity,
}: {
  perSecond: number
  connections?: number
  connectionsForMail?: number
}) {
  let nextTurn = 0
  let mostOpen = 0
  let rejected = 0
  const open = new Set<string>()
  const crowded = new Set<string>()
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    onConnect({ id }, decide) {
      if (open.size >= connections) {
        rejected += 1
        decide(TOO_MANY)
        return
      }
      if (open.size >= connectionsForMail) crowded.add(id)
      open.add(id)
      mostOpen = Math.max(mostOpen, open.size)
      decide()
    },
    onClose({ id }) {
      open.delete(id)
    },
    onMailFrom(_sender, { id }, decide) {
      if (!crowded.has(id)) {
        decide()
        return
      }
      rejected += 1
      decide(TOO_MANY_FOR_MAIL)
    },
    onData(stream, _session, decide) {
      stream.resume()
      stream.once('end', () => {
        const now = Date.now()
        nextTurn = Math.max(now, nextTurn + 1000 / perSecond)
        setTimeout(() => decide(), nextTurn - now)
      })
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    /** Largest number of connections that were open at the same time. */
    mostOpen: () => mostOpen,
    /** Number of connections that are open. */
    open: () => open.size,
    /** Number of connections and mails it has rejected. */
    rejected: () => rejected,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}
