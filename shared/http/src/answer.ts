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

/**
 * The v2 operations to use instead of what a request used and its response shows; undefined if nothing of it is
 * deprecated.
 */
function successorsOf({ deprecated, successor, deprecatedParts }: Operation, body: unknown, query: unknown) {
  const used = (parts: Readonly<Record<string, string>> = {}, values: unknown) =>
    Object.entries(parts).flatMap(([name, instead]) =>
      (values as Record<string, unknown> | undefined)?.[name] === undefined ? [] : [instead],
    )
  const parts = [...used(deprecatedParts?.query, query), ...used(deprecatedParts?.answer, body)]
  if (!deprecated && parts.length === 0) return undefined
  return [...new Set([...(successor === undefined ? [] : [successor]), ...parts])]
}

/**
 * The answer of an operation that went well.
 * @param query the parsed query of the request
 */
export function answerOf(operation: Operation, body: unknown, query?: unknown): Answer {
  const headers: Record<string, string> = {}
  const successors = successorsOf(operation, body, query)
  if (successors) {
    headers.deprecation = DEPRECATED_SINCE
    if (successors.length > 0)
      headers.link = successors.map((id) => `</docs#${id}>; rel="successor-version"`).join(', ')
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
