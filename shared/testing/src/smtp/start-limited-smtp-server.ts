import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** Arrival times in epoch milliseconds, by the recipient's domain. */
export type Arrivals = Record<string, number[]>

/** A mail server with a rate limit, like those of providers; it records arrival times only. */
export interface LimitedSmtpServer {
  url: string
  arrivals: () => Arrivals
  clear: () => void
  stop: () => Promise<void>
}

/** @param options.perSecond mails accepted per second, over all connections */
export async function startLimitedSmtpServer({
  port = 0,
  perSecond,
}: {
  port?: number
  perSecond: number
}): Promise<LimitedSmtpServer> {
  let arrivals: Arrivals = {}
  let nextTurn = 0
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    onData(stream, session, decide) {
      stream.resume()
      stream.once('end', () => {
        const now = Date.now()
        nextTurn = Math.max(now, nextTurn + 1000 / perSecond)
        const domain = session.envelope.rcptTo[0]?.address.split('@')[1] ?? ''
        setTimeout(() => {
          ;(arrivals[domain] ??= []).push(Date.now())
          decide()
        }, nextTurn - now)
      })
    },
  })
  server.on('error', () => undefined)
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    arrivals: () => arrivals,
    clear: () => (arrivals = {}),
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
