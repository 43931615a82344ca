import type { Twilio } from 'twilio'
import { madeOf, type Log, type Secret } from '@appointments/runtime'
import type { CircuitWatch } from '@appointments/telemetry'
import type { Outcome } from '../domain/send/outcomes.ts'
import { submissionOutcome, type TextState } from '../domain/send/sms-outcome.ts'
import type { Text } from '../messages/text.ts'
import { withBreaker } from './breaker.ts'
import type { SubmittedText, TextChannel } from './channel.ts'

interface Account {
  accountSid: string
  authToken: Secret
  /** Replaces `https://api.twilio.com`. */
  baseUrl?: string | undefined
}

const TIMEOUT_MS = 15_000
/** Limits of one sweep through the account's messages, newest first. */
const SWEEP = { pageSize: 1000, pages: 10, limitMs: 40_000 }
/** Maximum number of messages fetched one by one because the sweep did not find them. */
const FETCHES = 50
/** The provider keeps whole seconds, and its clock may differ from ours. */
const CLOCKS_APART_MS = 60_000
/** Number of a recipient's newest messages searched for one whose sending was interrupted. */
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
        ...(text.statusCallback !== undefined && { statusCallback: text.statusCallback }),
      })
      return { kind: 'submitted', providerStatus: status, providerId: sid }
    } catch (error) {
      return failureOf(error)
    }
  }
  const breaker = withBreaker('the SMS provider', submit, {
    volume: 20,
    windowMs: 60_000,
    restMs: 30_000,
    watch,
  })

  return {
    send: breaker.send,
    close: breaker.shutdown,

    async ask(submitted): Promise<TextState[]> {
      try {
        const { messages } = await client()
        const listed = await sweep(messages, submitted)
        // the list shows only sent and recent messages; the others are fetched one by one, oldest first
        const rest = submitted
          .filter(({ providerId }) => !listed.has(providerId))
          .toSorted((one, other) => one.submittedAt.getTime() - other.submittedAt.getTime())
        for (const { providerId } of rest.slice(0, FETCHES)) {
          const state = await messages(providerId).fetch().then(stateOf, ifMissing)
          if (state) listed.set(providerId, state)
        }
        return [...listed.values()]
      } catch (error) {
        log.warn({ err: error }, 'could not fetch receipts from the SMS provider')
        return []
      }
    },

    async find(text, since, findKnown): Promise<Outcome | undefined> {
      const earliest = since.getTime() - CLOCKS_APART_MS
      let newest: MessagePage['instances']
      try {
        const { messages } = await client()
        newest = await messages.list({ to: text.to, limit: LOOK_BACK })
      } catch (error) {
        return { kind: 'unavailable', message: (error as Error).message }
      }
      const alike = newest.filter(
        ({ body, dateCreated }) => body === text.body && dateCreated.getTime() >= earliest,
      )
      const known = await findKnown(alike.map(({ sid }) => sid))
      const found = alike.find(({ sid }) => !known.has(sid))
      return found && { kind: 'submitted', providerStatus: found.status, providerId: found.sid }
    },
  }
}

/** States of the submitted messages found in the list of the account's newest, by provider id. */
async function sweep(
  messages: Twilio['messages'],
  submitted: readonly SubmittedText[],
): Promise<Map<string, TextState>> {
  const wanted = new Set(submitted.map(({ providerId }) => providerId))
  const oldest = Math.min(...submitted.map(({ submittedAt }) => submittedAt.getTime()))
  const states = new Map<string, TextState>()
  const startedAt = performance.now()
  let page: Pick<MessagePage, 'instances' | 'nextPage'> | undefined = await messages.page({
    dateSentAfter: new Date(oldest - CLOCKS_APART_MS),
    pageSize: SWEEP.pageSize,
  })
  for (let read = 1; page; read += 1) {
    for (const message of page.instances)
      if (wanted.has(message.sid)) states.set(message.sid, stateOf(message))
    const isOver =
      states.size === wanted.size || read === SWEEP.pages || performance.now() - startedAt > SWEEP.limitMs
    page = isOver ? undefined : await page.nextPage()
  }
  return states
}

type MessagePage = Awaited<ReturnType<Twilio['messages']['page']>>

const stateOf = ({ sid, status, errorCode, to }: MessagePage['instances'][number]): TextState => ({
  providerId: sid,
  status,
  errorCode,
  to,
})

/** Ignores a message the provider does not know; any other failure ends the polling. */
function ifMissing(error: unknown): undefined {
  if ((error as { status?: number }).status !== 404) throw error
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
  // the client hard-codes its hosts; only a custom HTTP client can redirect its requests
  const request: typeof inner.request = (call) => {
    const { pathname, search } = new URL(call.uri)
    return inner.request({ ...call, uri: `${baseUrl.replace(/\/$/, '')}${pathname}${search}` })
  }
  return twilio(accountSid, authToken, {
    ...options,
    httpClient: Object.assign(Object.create(inner) as typeof inner, { request }),
  })
}

/** A messaging service is addressed by its sid. Anything else is a plain sender: a number, or a name such as MGEN. */
const senderOf = (sender: string) =>
  /^MG[\da-f]{32}$/i.test(sender) ? { messagingServiceSid: sender } : { from: sender }

/** Classifies a failed submission. Without a response it is unknown whether the provider has the message. */
function failureOf(error: unknown): Outcome {
  const { status, code, message } = error as { status?: number; code?: number | string; message: string }
  if (typeof status === 'number')
    return submissionOutcome(status, typeof code === 'number' ? code : undefined, message)
  const providerStatus = typeof code === 'string' ? code : 'ERROR'
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].includes(providerStatus)
    ? { kind: 'transient', providerStatus, message, isOutage: true }
    : { kind: 'unknown', providerStatus, message }
}
