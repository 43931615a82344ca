import type { Secret } from '@appointments/runtime'
import type { CircuitWatch } from '@appointments/telemetry'
import type { Outcome } from '../domain/send/outcomes.ts'
import { smtpOutcome, type SmtpFailure } from '../domain/send/smtp-outcome.ts'
import type { Mail } from '../messages/mail.ts'
import { withBreaker } from './breaker.ts'
import type { MailChannel } from './channel.ts'
import { createSlots } from './slots.ts'
import { createSmtpConnections, type SmtpTransport } from './smtp-connections.ts'

/** Time limit for sending one mail, not counting its wait for a connection. */
const LIMIT_MS = 20_000
/**
 * Longest wait for a connection. After that the mail waits in the database, so that a service that stops ends in time.
 */
const WAIT_MS = 5000

/** Connections that a mail server is expected to allow. More are opened while mails wait and the server accepts them. */
const FEWEST_CONNECTIONS = 5
/** Time without more connections after the server rejected one. */
const REST_MS = 60_000

/**
 * Mail over SMTP on connections that are kept open. The client is loaded with the first mail.
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
  const opened = createSmtpConnections(url)
  const submit = (mail: Mail) =>
    opened.use(
      (transport) => sendOver(transport, mail, limitMs),
      // the client would keep it open after most replies to a message
      (outcome) => outcome.kind !== 'transient' || !outcome.isCrowded,
    )
  const breaker = withBreaker('the mail server', submit, {
    volume: 20,
    windowMs: 60_000,
    restMs: 30_000,
    watch,
  })
  const slots = createSlots({ fewest: FEWEST_CONNECTIONS, most: connections, waitMs, restMs: REST_MS })
  /** @returns whether a connection was removed, so that the mail can be tried over one of the others */
  const removeSlot = (outcome: Outcome): boolean => {
    if (outcome.kind !== 'transient') return false
    // the server says that there are too many, so it may accept even fewer than expected
    if (outcome.isCrowded) return slots.remove(1)
    return outcome.isOutage === true && slots.remove()
  }
  const attempt = async (mail: Mail) => {
    let isOneTooMany = false
    const outcome = await slots.run(async () => {
      const sent = await breaker.send(mail)
      isOneTooMany = removeSlot(sent)
      return sent
    })
    return { outcome, isOneTooMany }
  }
  return {
    send: async (mail) => {
      for (;;) {
        const { outcome, isOneTooMany } = await attempt(mail)
        // the server may accept fewer connections, so the mail is tried again; this ends, because each try removes one
        if (!isOneTooMany)
          return outcome ?? { kind: 'unavailable', message: 'all connections to the mail server are busy' }
      }
    },
    connections: slots.counts,
    async close() {
      breaker.shutdown()
      await opened.close()
    },
  }
}

async function sendOver(transport: SmtpTransport, mail: Mail, limitMs: number): Promise<Outcome> {
  // a timer that can be cleared: AbortSignal.timeout would still fire after the mail was sent
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), limitMs)
  try {
    const { response } = await transport.sendMail({ ...messageOf(mail), signal: limit.signal })
    return { kind: 'delivered', providerStatus: 'ACCEPTED', ...(response && { message: response }) }
  } catch (error) {
    return smtpOutcome(error as SmtpFailure)
  } finally {
    clearTimeout(timer)
  }
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
