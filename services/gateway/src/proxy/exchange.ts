import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher, Pool } from 'undici'
import { abortReason, UpstreamFailure } from './upstream-failure.ts'

/** A service's complete response. */
export interface UpstreamResponse {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/**
 * Sends one request and reads the whole response. Responses are small and needed in full, so they are not streamed.
 * @throws Problem that the signal was aborted with, if the client has disconnected
 * @throws UpstreamFailure if there is no complete response
 */
export function exchange(
  pool: Pool,
  request: Dispatcher.DispatchOptions,
  signal: AbortSignal,
): Promise<UpstreamResponse> {
  return new Promise((resolve, reject) => {
    // set once the request is written to a connection; before that, the service cannot have received it
    let sending: Dispatcher.DispatchController | undefined
    let status = 0
    let headers: IncomingHttpHeaders = {}
    const chunks: Buffer[] = []

    const fail = (error: unknown) => {
      signal.removeEventListener('abort', abort)
      const maybeExecuted = sending !== undefined
      reject(signal.aborted ? abortReason(signal, maybeExecuted) : new UpstreamFailure(maybeExecuted, error))
    }
    const abort = () => {
      fail(signal.reason)
      sending?.abort(signal.reason as Error)
    }
    if (signal.aborted) {
      abort()
      return
    }
    signal.addEventListener('abort', abort)
    pool.dispatch(request, {
      onRequestStart(controller) {
        // the request was aborted while it waited for a connection
        if (signal.aborted) controller.abort(signal.reason as Error)
        else sending = controller
      },
      onResponseStart(_controller, code, given) {
        status = code
        headers = given
      },
      onResponseData(_controller, chunk) {
        chunks.push(chunk)
      },
      onResponseEnd() {
        signal.removeEventListener('abort', abort)
        resolve({ status, headers, body: Buffer.concat(chunks) })
      },
      onResponseError(_controller, error) {
        fail(error)
      },
    })
  })
}
