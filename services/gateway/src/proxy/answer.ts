import type { OutgoingHttpHeaders } from 'node:http'
import type { Response } from 'express'
import type { SentResponse } from '@appointments/idempotency'
import { isProblemType, problemType } from '../http/problem-type.ts'

/** What a service answered, ready for the client. */
export interface Answer extends SentResponse {
  /** Whether the service lets a copy be kept for repeats of the request. */
  mayBeCopied?: boolean
  /** The appointment the answer is about, where the service says so. */
  appointmentId?: string
}

/** Writes an answer. */
export function sendAnswer(response: Response, { status, headers, body }: Answer): void {
  response.writeHead(status, forClient(response, status, headers))
  response.end(body)
}

/** The headers of an answer, with what depends on the request of the client and not on the service. */
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
