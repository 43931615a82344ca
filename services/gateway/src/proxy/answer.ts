import type { OutgoingHttpHeaders } from 'node:http'
import type { Response } from 'express'

/** What a service answered, ready for the client. */
export interface Answer {
  status: number
  headers: OutgoingHttpHeaders
  body: Buffer
  /** The appointment the answer is about, where the service says so. */
  appointmentId?: string
}

/** Writes an answer. */
export function sendAnswer(response: Response, { status, headers, body }: Answer): void {
  response.writeHead(status, headers)
  response.end(body)
}
