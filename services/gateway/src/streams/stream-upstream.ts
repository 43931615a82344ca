import type { Readable } from 'node:stream'
import { Pool } from 'undici'
import { contextHeaders, DEADLINE_HEADER, inSpan } from '@appointments/runtime'
import { exchange, type UpstreamResponse } from '../proxy/exchange.ts'
import { abortReason, UpstreamFailure } from '../proxy/upstream-failure.ts'
import type { Upstream, UpstreamRequest } from '../proxy/upstream.ts'

const CONNECT_LIMIT_MS = 1000

/** The beginning of a stream. A response that is not a stream is complete and has no `body`. */
export type Opened = { response: UpstreamResponse; body?: Readable }

/**
 * Connections to a service for requests that stay open. They use neither a lane nor a breaker, because their duration
 * says nothing about the service.
 */
export interface StreamUpstream extends Pick<Upstream, 'send'> {
  /** Resolves when the response begins. @throws UpstreamFailure if there is no response */
  open: (request: UpstreamRequest) => Promise<Opened>
  stop: () => Promise<void>
}

/** @param url origin of the service */
export function createStreamUpstream(name: string, url: string): StreamUpstream {
  // the number of connections is not limited, because each stream uses one of its own
  const pool = new Pool(new URL(url).origin, {
    connectTimeout: CONNECT_LIMIT_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const requestOf = ({ method, path, headers, body }: UpstreamRequest) => ({
    method: method,
    path,
    headers: { ...headers, ...contextHeaders() },
    body: body ?? null,
  })
  return {
    send: (request) =>
      inSpan(`${request.method} ${name}`, { kind: 'client' }, () => {
        const sent = requestOf(request)
        const headers = { ...sent.headers, [DEADLINE_HEADER]: String(request.deadline.remainingMs()) }
        return exchange(pool, { ...sent, headers }, request.deadline.signal)
      }),
    open: (request) =>
      inSpan(`${request.method} ${name}`, { kind: 'client' }, async () => {
        const { signal } = request.deadline
        try {
          const { statusCode: status, headers, body } = await pool.request({ ...requestOf(request), signal })
          const isStream = String(headers['content-type']).startsWith('text/event-stream')
          if (status === 200 && isStream && request.method === 'GET')
            return { response: { status, headers, body: Buffer.alloc(0) }, body }
          return { response: { status, headers, body: Buffer.from(await body.arrayBuffer()) } }
        } catch (error) {
          throw signal.aborted ? abortReason(signal, false) : new UpstreamFailure(false, error)
        }
      }),
    stop: () => pool.destroy(),
  }
}
