import type { OutgoingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'

/** What a service answered, ready for the client. */
export interface Answer {
  status: number
  headers: OutgoingHttpHeaders
  body: Buffer | Readable
  /** The appointment the answer is about, where the service says so. */
  appointmentId?: string
}

/** Writes an answer. A client that went away, or a service that broke off, ends it early. */
export async function sendAnswer(response: Response, { status, headers, body }: Answer): Promise<void> {
  response.writeHead(status, headers)
  if (Buffer.isBuffer(body)) response.end(body)
  else await pipeline(body, response).catch(() => response.destroy())
}
