import { bodyOf, listenOnLoopback } from '../loopback-http.ts'
import { sightings } from '../sightings.ts'
import { createResponses, respond } from './responses.ts'
import type { WebhookResponse } from './responses.ts'
import { faultOf } from './verify.ts'

/** A request that the receiver has read, whatever its response. */
export interface WebhookDelivery {
  method: string
  /** with the query string */
  path: string
  headers: Record<string, string>
  body: string
  /** whether the signature is valid; false if the receiver has no secret */
  verified: boolean
  /** why verification failed */
  error?: string
  /** ISO 8601 */
  receivedAt: string
}

/** A customer's webhook endpoint with scripted responses. */
export interface WebhookReceiver {
  url: string
  deliveries: () => WebhookDelivery[]
  /** The first delivery that the predicate accepts, received already or within `limitMs` (5 s). */
  waitFor: (predicate: (delivery: WebhookDelivery) => boolean, limitMs?: number) => Promise<WebhookDelivery>
  /** Plans the next responses, in order; 200 when none is left. */
  script: (...responses: WebhookResponse[]) => void
  /** Responds 200 to deliveries from now on. */
  forgetPlans: () => void
  /** Forgets deliveries and plans. */
  clear: () => void
  stop: () => Promise<void>
}

export interface WebhookReceiverOptions {
  /** `whsec_…`; deliveries are verified with it */
  secret?: string
  /** accepts signatures of any age, for senders whose clock the test moves */
  anyAge?: boolean
  /** responds 401 to deliveries that fail verification, instead of the planned response */
  rejectsForged?: boolean
  /** 0, the default, selects a free one */
  port?: number
}

/** Starts the endpoint on a loopback port; it accepts every path and method. */
export async function startWebhookReceiver({
  secret,
  anyAge = false,
  rejectsForged = false,
  port = 0,
}: WebhookReceiverOptions = {}): Promise<WebhookReceiver> {
  const received = sightings<WebhookDelivery>('deliveries')
  const responses = createResponses()
  const server = await listenOnLoopback(async (request, response) => {
    const body = await bodyOf(request)
    const path = request.url ?? '/'
    const error = secret === undefined ? undefined : faultOf(secret, request.headers, body, anyAge)
    const planned = responses.next(path)
    received.add({
      method: request.method ?? '',
      path,
      headers: request.headers as Record<string, string>,
      body,
      verified: secret !== undefined && error === undefined,
      ...(error !== undefined && { error }),
      receivedAt: new Date().toISOString(),
    })
    await respond(rejectsForged && error !== undefined ? { status: 401 } : planned, response)
  }, port)
  return {
    url: server.url,
    deliveries: received.all,
    waitFor: received.waitFor,
    script: (...more) => more.forEach(responses.add),
    forgetPlans: () => responses.clear(),
    clear() {
      received.clear()
      responses.clear()
    },
    stop: server.stop,
  }
}
