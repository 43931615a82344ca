import { Transform } from 'node:stream'
import { madeOf, type Secret } from '@appointments/runtime'
import type { CircuitWatch } from '@appointments/telemetry'
import { smtpOutcome, type SmtpFailure } from '../domain/send/smtp-outcome.ts'
import type { Mail } from '../messages/mail.ts'
import { withBreaker } from './breaker.ts'
import type { MailChannel } from './channel.ts'
import { createSlots } from './slots.ts'

/** Time to send one mail, without its wait for a connection. */
const LIMIT_MS = 20_000
/** A mail that has waited this long waits in the database instead, so that a service that stops still ends in time. */
const WAIT_MS = 5000

/** Connections that a mail server is expected to allow. More are opened while mails wait and the server accepts them. */
const FEWEST_CONNECTIONS = 5
/** Time without more connections after the server rejected one. */
const REST_MS = 60_000

/**
 * Mail over SMTP on pooled connections. The client is loaded with the first mail.
 * @param url `smtp://` or `smtps://`, with credentials if the server requires them; when it changes, mails in
 *   flight finish on their old connections
 * @param connections maximum number of mails that are sent at the same time; it is reached only while mails wait and the
 *   server accepts so many connections
 */
export function smtpChannel(
  url: Secret,
  watch: CircuitWatch,
  {
    connections,
    limitMs = LIMIT_MS,
    waitMs = WAIT_MS,
  }: { connections: number; limitMs?: number; waitMs?: number },
): MailChannel {
  const open = new Set<ReturnType<typeof openTransport>>()
  const close = async (transport: ReturnType<typeof openTransport>) => {
    open.delete(transport)
    await transport.then(
      (opened) => opened.close(),
      () => undefined,
    )
  }
  const transport = madeOf(url, (current) => {
    // mails in flight keep their connections until their time limit
    for (const before of open) setTimeout(() => void close(before), limitMs).unref()
    const opened = openTransport(current, connections)
    open.add(opened)
    return opened
  })
  const submit = async (mail: Mail) => {
    // a timer that can be cleared: AbortSignal.timeout would still fire after the mail was sent
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), limitMs)
    try {
      const { response } = await (await transport()).sendMail({ ...messageOf(mail), signal: limit.signal })
      return {
        kind: 'delivered',
        providerStatus: 'ACCEPTED',
        ...(response && { message: response }),
      } as const
    } catch (error) {
      return smtpOutcome(error as SmtpFailure)
    } finally {
      clearTimeout(timer)
    }
  }
  const breaker = withBreaker('the mail server', submit, {
    volume: 20,
    windowMs: 60_000,
    restMs: 30_000,
    watch,
  })
  // the client would queue mails as well, while the time limit of each already runs
  const slots = createSlots({ fewest: FEWEST_CONNECTIONS, most: connections, waitMs, restMs: REST_MS })
  const attempt = async (mail: Mail) => {
    let isOneTooMany = false
    const outcome = await slots.run(async () => {
      const sent = await breaker.send(mail)
      if (sent.kind === 'transient' && sent.isOutage) isOneTooMany = slots.remove()
      return sent
    })
    return { outcome, isOneTooMany }
  }
  return {
    send: async (mail) => {
      for (;;) {
        const { outcome, isOneTooMany } = await attempt(mail)
        // fewer connections may work, so the mail takes its turn on one of them; it ends, because each turn removes one
        if (!isOneTooMany)
          return outcome ?? { kind: 'unavailable', message: 'all connections to the mail server are busy' }
      }
    },
    async close() {
      breaker.shutdown()
      await Promise.all([...open].map(close))
    },
  }
}

async function openTransport(url: string, maxConnections: number) {
  const { default: nodemailer } = await import('nodemailer')
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections,
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

const messageOf = ({
  id,
  from,
  replyTo,
  to,
  subject,
  text,
  html,
  invite,
  domain,
  references,
  headers,
}: Mail) => ({
  from,
  to: { name: to.name, address: to.address },
  ...(replyTo !== undefined && { replyTo }),
  subject,
  text,
  html,
  messageId: `<${id}@${domain}>`,
  ...(references !== undefined && { references: `<${references}@${domain}>` }),
  headers: { ...headers, 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  // mail clients act on the alternative part; everything else can open the attachment
  ...(invite && { icalEvent: { method: invite.method, filename: 'invite.ics', content: invite.content } }),
})
