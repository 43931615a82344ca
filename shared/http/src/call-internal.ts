import {
  internal,
  internalOperations,
  type InternalOperation,
  type InternalRequest,
  type InternalResponse,
  type Operation,
} from '@appointments/contracts'
import { CALLER_HEADER, type InternalTokens } from '@appointments/credentials'
import { contextHeaders, timeLeft } from '@appointments/runtime'

/** A request to an internal operation of another service. */
interface InternalCall<Id extends InternalOperation> {
  /** Base URL of the service. */
  url: string
  tokens: InternalTokens
  body: InternalRequest<Id>
  /** Longest wait in milliseconds; the deadline of the request that is being served may end it earlier. */
  limitMs: number
}

/** Another service responded with another status than that of the result. */
export class CallRejected extends Error {
  override name = 'CallRejected'
  readonly status: number
  /** The body, if it is JSON. */
  readonly body: unknown

  constructor(id: InternalOperation, status: number, body: unknown) {
    super(`${id} failed with ${status}`)
    this.status = status
    this.body = body
  }
}

/**
 * Calls an internal operation of another service on behalf of this service, not of a caller.
 * @throws CallRejected
 * @throws Error if the service cannot be reached, does not respond in time, or responds with something else
 */
export async function callInternal<Id extends InternalOperation>(
  id: Id,
  { url, tokens, body, limitMs }: InternalCall<Id>,
): Promise<InternalResponse<Id>> {
  const { method, path, status, response: schema }: Operation = internalOperations[id]
  const response = await fetch(url + internal.base + path, {
    method,
    headers: {
      'content-type': 'application/json',
      [CALLER_HEADER]: tokens.sign({ roles: [] }),
      ...contextHeaders(),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(Math.min(limitMs, Math.ceil(timeLeft(limitMs)))),
  })
  if (response.status !== status)
    throw new CallRejected(id, response.status, await response.json().catch(() => undefined))
  return (schema && schema.parse(await response.json())) as InternalResponse<Id>
}
