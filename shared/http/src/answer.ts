import type { Response } from 'express'
import type { Operation } from '@appointments/contracts'

/** What a request is answered with, before it is written. Names of headers are in small letters. */
export interface Answer {
  status: number
  headers: Record<string, string>
  /** Absent where there is nothing to say. */
  body?: string
}

// a fixed day: when the successors of what is deprecated became available (RFC 9745)
const DEPRECATED_SINCE = '@1767225600'

/** The answer of an operation that went well. */
export function answerOf(operation: Operation, body: unknown): Answer {
  const headers: Record<string, string> = {}
  if (operation.deprecated) {
    headers.deprecation = DEPRECATED_SINCE
    if (operation.successor) headers.link = `</docs#${operation.successor}>; rel="successor-version"`
  }
  if (operation.versioned) headers.etag = `"${(body as { version: number }).version}"`
  const { status, mediaType = 'application/json' } = operation
  if (status === 204) return { status, headers }
  headers['content-type'] = `${mediaType}; charset=utf-8`
  return { status, headers, body: operation.mediaType ? String(body) : JSON.stringify(body) }
}

/** Writes an answer. */
export function sendAnswer(response: Response, { status, headers, body }: Answer): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.status(status)
  if (body === undefined) response.end()
  else response.send(body)
}
