import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { sightings } from '../sightings.ts'
import type { SmtpFault, SmtpMisbehaviour } from './faults.ts'
import { readMail } from './received-mail.ts'
import type { ReceivedMail } from './received-mail.ts'
import { createScript } from './script.ts'

/** A mail server that keeps the mails it receives and misbehaves on demand. */
export interface SmtpFake {
  /** `smtp://127.0.0.1:…`, as nodemailer accepts it; any user and password work */
  url: string
  messages: () => ReceivedMail[]
  /** The first message that the predicate accepts, received already or within `limitMs` (5 s). */
  waitFor: (predicate: (mail: ReceivedMail) => boolean, limitMs?: number) => Promise<ReceivedMail>
  /** Plans faults; each happens once unless it sets `times`. */
  script: (...faults: SmtpFault[]) => void
  /** Forgets planned faults; those that addresses request remain. */
  forgetPlans: () => void
  /** Forgets messages and faults. */
  clear: () => void
  stop: () => Promise<void>
}

type Decide = (error?: Error | null) => void

/**
 * Starts the server on a loopback port. Besides the script, addresses request faults: recipients such as `550@…`,
 * `452-end@…`, `reset-body@…`, `hang-end@…`, `greylist@…`, and senders such as `553@…`.
 * @param options.port 0, the default, selects a free one
 */
export async function startSmtpServer({ port = 0 }: { port?: number } = {}): Promise<SmtpFake> {
  const mails = sightings<ReceivedMail>('mails')
  const script = createScript()
  const sockets = new Map<number | undefined, Socket>()

  /** Replies as planned. The client's port identifies the session's socket. */
  const reply = (
    does: SmtpMisbehaviour | undefined,
    session: { remotePort: number },
    decide: Decide,
  ): void => {
    const socket = sockets.get(session.remotePort)
    if (does === undefined) decide()
    else if (does === 'close') socket?.destroy()
    else if (does === 'reset') socket?.resetAndDestroy()
    else if (does !== 'hang')
      decide(Object.assign(new Error(does.text ?? 'as scripted'), { responseCode: does.reply }))
  }

  const server = new SMTPServer({
    // the server has no certificate that clients could verify
    disabledCommands: ['STARTTLS'],
    // accepts addresses with non-ASCII letters, like the servers of large providers
    hideSMTPUTF8: false,
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    onAuth: (auth, _session, decide) => decide(null, { user: auth.username ?? '' }),
    onConnect: (session, decide) => reply(script.next('connect'), session, decide),
    onMailFrom: ({ address }, session, decide) => reply(script.nextFor(address), session, decide),
    onRcptTo: ({ address }, session, decide) => reply(script.next('rcpt', [address]), session, decide),
    onData(stream, session, decide) {
      const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
      const to = session.envelope.rcptTo.map(({ address }) => address)
      const chunks: Buffer[] = []
      const inTheMiddle = script.next('body', to)
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        if (typeof inTheMiddle === 'string') reply(inTheMiddle, session, decide)
      })
      // the client disconnected in the middle of the message, so nothing was accepted
      stream.on('error', () => undefined)
      stream.on('end', () => {
        if (inTheMiddle !== undefined) {
          reply(inTheMiddle, session, decide)
          return
        }
        const atTheEnd = script.next('end', to)
        if (typeof atTheEnd === 'object') {
          reply(atTheEnd, session, decide)
          return
        }
        void readMail({ from, to }, Buffer.concat(chunks)).then((mail) => {
          mails.add(mail)
          reply(atTheEnd, session, decide)
        }, decide)
      })
    },
  })
  // disconnected clients raise errors here
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => {
    const { remotePort } = socket
    sockets.set(remotePort, socket)
    socket.once('close', () => sockets.delete(remotePort))
  })
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')

  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    messages: mails.all,
    waitFor: mails.waitFor,
    script: (...faults) => faults.forEach(script.add),
    forgetPlans: () => script.forgetPlans(),
    clear() {
      mails.clear()
      script.clear()
    },
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(resolve))
      for (const socket of sockets.values()) socket.destroy()
      await closed
    },
  }
}
