import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/**
 * A mail server with a rate limit, like those of providers. It accepts every mail, each in its turn.
 * @param perSecond mails accepted per second, over all connections
 */
export async function startLimitedSmtpServer(perSecond: number) {
  let nextTurn = 0
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
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
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}
