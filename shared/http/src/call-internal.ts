import { internal, type Operation } from '@appointments/contracts'
import { CALLER_HEADER, type InternalTokens } from '@appointments/credentials'
import { contextHeaders, timeLeft } from '@appointments/runtime'

/** A request to an internal operation of another service. */
interface InternalCall {
  /** Base URL of the service. */
  url: string
  tokens: InternalTokens
  body: unknown
  /** Longest wait in milliseconds; the deadline of the request that is being served may end it earlier. */
  limitMs: number
}

/**
 * Calls an internal operation of another service on behalf of this service, not of a caller.
 * @throws Error if the service cannot be reached, or does not respond in time
 */
export const callInternal = (
  { method, path }: Pick<Operation, 'method' | 'path'>,
  { url, tokens, body, limitMs }: InternalCall,
): Promise<Response> =>
  fetch(url + internal.base + path, {
    method,
    headers: {
      'content-type': 'application/json',
      [CALLER_HEADER]: tokens.sign({ roles: [] }),
      ...contextHeaders(),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(Math.min(limitMs, Math.ceil(timeLeft(limitMs)))),
  })
