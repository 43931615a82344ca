import { bodyOf, listenOnLoopback } from '../loopback-http.ts'
import { sightings } from '../sightings.ts'
import { createAnswers, give } from './answers.ts'
import type { WebhookAnswer } from './answers.ts'
import { faultOf } from './verify.ts'

/** A request that the receiver read, whatever it answered. */
export interface WebhookDelivery {
  method: string
  /** with the query string */
  path: string
  headers: Record<string, string>
  body: string
  /** whether the signature holds; without a secret nothing is verified */
  verified: boolean
  /** why it does not */
  error?: string
  /** ISO 8601 */
  receivedAt: string
}

/** A customer's endpoint for webhooks, as good or bad as the test wants it. */
export interface WebhookReceiver {
  url: string
  deliveries: () => WebhookDelivery[]
  /** The first delivery the predicate accepts, received already or within `limitMs` (5 s). */
  waitFor: (predicate: (delivery: WebhookDelivery) => boolean, limitMs?: number) => Promise<WebhookDelivery>
  /** Plans the coming answers, in order; 200 when none is left. */
  script: (...answers: WebhookAnswer[]) => void
  /** Forgets deliveries and plans. */
  clear: () => void
  stop: () => Promise<void>
}

export interface WebhookReceiverOptions {
  /** `whsec_…`; a signature made with it is demanded */
  secret?: string
  /** accepts signatures of any age, for senders whose clock the test moves */
  anyAge?: boolean
  /** answers 401 to what does not verify, whatever is planned */
  refusesForged?: boolean
  /** 0, the default, takes a free one */
  port?: number
}

/** Starts the endpoint on a loopback port; every path and method is one. */
export async function startWebhookReceiver({
  secret,
  anyAge = false,
  refusesForged = false,
  port = 0,
}: WebhookReceiverOptions = {}): Promise<WebhookReceiver> {
  const received = sightings<WebhookDelivery>('deliveries')
  const answers = createAnswers()
  const server = await listenOnLoopback(async (request, response) => {
    const body = await bodyOf(request)
    const path = request.url ?? '/'
    const error = secret === undefined ? undefined : faultOf(secret, request.headers, body, anyAge)
    const answer = answers.next(path)
    received.add({
      method: request.method ?? '',
      path,
      headers: request.headers as Record<string, string>,
      body,
      verified: secret !== undefined && error === undefined,
      ...(error !== undefined && { error }),
      receivedAt: new Date().toISOString(),
    })
    await give(refusesForged && error !== undefined ? { status: 401 } : answer, response)
  }, port)
  return {
    url: server.url,
    deliveries: received.all,
    waitFor: received.waitFor,
    script: (...planned) => planned.forEach(answers.add),
    clear() {
      received.clear()
      answers.clear()
    },
    stop: server.stop,
  }
}
