import type { OutgoingHttpHeaders } from 'node:http'
import type { Response } from 'express'
import type { SentResponse } from '@appointments/idempotency'
import { isProblemType, problemType } from '../http/problem-type.ts'

/** A service's response, ready for the client. */
export interface ProxiedResponse extends SentResponse {
  /** Whether the service permits a copy for retries of the request. */
  mayBeCopied?: boolean
  /** The appointment that the response is about, as the service reports it. */
  appointmentId?: string
}

/** Sends a response to the client. */
export function sendResponse(response: Response, { status, headers, body }: ProxiedResponse): void {
  response.writeHead(status, forClient(response, status, headers))
  response.end(body)
}

/** The service's headers, adapted to the client's request. */
function forClient(response: Response, status: number, headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const { vary, 'content-type': type } = headers
  const isProblem = status >= 400 && isProblemType(type)
  if (!isProblem && vary === undefined) return headers
  if (vary !== undefined) response.vary(vary)
  return {
    ...headers,
    ...(isProblem && { 'content-type': problemType(response.req, response, type) }),
    vary: String(response.getHeader('vary')),
  }
}
