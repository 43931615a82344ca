import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher, Pool } from 'undici'
import { unansweredBy } from './unanswered.ts'

/** A service's answer, read to its end. */
export interface UpstreamAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/**
 * Sends one request and collects the whole answer. Answers are small and wanted whole, so none becomes a stream.
 * @throws Problem that the signal was aborted with, where the client brought it about
 * @throws Unanswered where no answer came, or it broke off
 */
export function exchange(
  pool: Pool,
  request: Dispatcher.DispatchOptions,
  signal: AbortSignal,
): Promise<UpstreamAnswer> {
  return new Promise((resolve, reject) => {
    // there is one as soon as a connection takes the request; before that no service can have heard of it
    let sending: Dispatcher.DispatchController | undefined
    let status = 0
    let headers: IncomingHttpHeaders = {}
    const chunks: Buffer[] = []

    const fail = (error: unknown) => {
      signal.removeEventListener('abort', abort)
      reject(unansweredBy(signal, sending !== undefined, error))
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
        // its turn came when nobody waited for it any more
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
