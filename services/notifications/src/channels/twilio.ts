import type { Twilio } from 'twilio'
import { madeOf, type Log, type Secret } from '@appointments/runtime'
import type { CircuitWatch } from '@appointments/telemetry'
import type { Outcome, Receipt } from '../domain/outcomes.ts'
import { receiptOf, submissionOutcome } from '../domain/sms-outcome.ts'
import type { Text } from '../messages/text.ts'
import { breaking } from './breaker.ts'
import type { TextChannel } from './channel.ts'

interface Account {
  accountSid: string
  authToken: Secret
  /** Stands in for `https://api.twilio.com`. */
  baseUrl?: string | undefined
}

const TIMEOUT_MS = 15_000
/** How many of a number's newest messages are looked at for one whose sending was interrupted. */
const LOOK_BACK = 20

/** SMS through Twilio. The client is loaded with the first message, because it is large. */
export function twilioChannel(
  account: Account,
  { watch, log }: { watch: CircuitWatch; log: Log },
): TextChannel & { close: () => void } {
  const client = madeOf(account.authToken, (authToken) => openClient({ ...account, authToken }))

  const submit = async (text: Text): Promise<Outcome> => {
    try {
      const { messages } = await client()
      const { sid, status } = await messages.create({
        to: text.to,
        body: text.body,
        ...senderOf(text.sender),
        validityPeriod: text.validityS,
      })
      return { kind: 'submitted', providerStatus: status, providerId: sid }
    } catch (error) {
      const outcome = failureOf(error)
      if (outcome.kind === 'unavailable') log.error({ reason: outcome.message }, 'the SMS account is refused')
      return outcome
    }
  }
  const breaker = breaking('the SMS provider', submit, {
    volume: 20,
    windowMs: 60_000,
    restMs: 30_000,
    watch,
  })

  return {
    send: breaker.send,
    close: breaker.shutdown,

    async ask(providerId): Promise<Receipt> {
      try {
        const { messages } = await client()
        const { status, errorCode } = await messages(providerId).fetch()
        return receiptOf(status, errorCode)
      } catch (error) {
        return { kind: 'unanswered', message: (error as Error).message }
      }
    },

    async find(text, since): Promise<Outcome | undefined> {
      try {
        const { messages } = await client()
        const newest = await messages.list({ to: text.to, limit: LOOK_BACK })
        // the provider keeps whole seconds
        const found = newest.find(
          ({ body, dateCreated }) => body === text.body && dateCreated.getTime() >= since.getTime() - 1000,
        )
        return found && { kind: 'submitted', providerStatus: found.status, providerId: found.sid }
      } catch (error) {
        return { kind: 'unavailable', message: (error as Error).message }
      }
    },
  }
}

async function openClient({
  accountSid,
  authToken,
  baseUrl,
}: Omit<Account, 'authToken'> & { authToken: string }): Promise<Twilio> {
  const { default: twilio } = await import('twilio')
  const options = { timeout: TIMEOUT_MS, keepAlive: true, autoRetry: false }
  if (baseUrl === undefined) return twilio(accountSid, authToken, options)
  const inner = new twilio.RequestClient(options)
  // the client knows its hosts by heart; only what carries its requests can send them elsewhere
  const request: typeof inner.request = (call) => {
    const { pathname, search } = new URL(call.uri)
    return inner.request({ ...call, uri: `${baseUrl.replace(/\/$/, '')}${pathname}${search}` })
  }
  return twilio(accountSid, authToken, {
    ...options,
    httpClient: Object.assign(Object.create(inner) as typeof inner, { request }),
  })
}

/** A messaging service is named by its sid, everything else is a sender of its own. */
const senderOf = (sender: string) => (/^MG/.test(sender) ? { messagingServiceSid: sender } : { from: sender })

/** What a failed submission means; without an answer nobody knows whether the provider has the message. */
function failureOf(error: unknown): Outcome {
  const { status, code, message } = error as { status?: number; code?: number | string; message: string }
  if (typeof status === 'number')
    return submissionOutcome(status, typeof code === 'number' ? code : undefined, message)
  const providerStatus = typeof code === 'string' ? code : 'ERROR'
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].includes(providerStatus)
    ? { kind: 'transient', providerStatus, message, isOutage: true }
    : { kind: 'unknown', providerStatus, message }
}
