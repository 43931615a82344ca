import type { Response } from 'express'
import type { Caller, Operation } from '@appointments/contracts'
import type { PreparedResponse } from './prepared-response.ts'
import { revalidationHeaders } from './revalidation.ts'

// the fixed day on which the successors of deprecated operations became available (RFC 9745)
const DEPRECATED_SINCE = '@1767225600'

/** The v2 operations that replace the deprecated parts of a request or its response; undefined if there are none. */
function successorsOf(
  { deprecated, successor, deprecatedParts }: Omit<Operation, 'status'>,
  body: unknown,
  query: unknown,
) {
  const used = (parts: Readonly<Record<string, string>> = {}, values: unknown) =>
    Object.entries(parts).flatMap(([name, instead]) =>
      (values as Record<string, unknown> | undefined)?.[name] === undefined ? [] : [instead],
    )
  const parts = [...used(deprecatedParts?.query, query), ...used(deprecatedParts?.response, body)]
  if (!deprecated && parts.length === 0) return undefined
  return [...new Set([...(successor === undefined ? [] : [successor]), ...parts])]
}

/**
 * The response of an operation that succeeded.
 * @param request its parsed query, and its caller
 */
export function responseOf(
  operation: Omit<Operation, 'status'> & { status: number },
  body: unknown,
  { query, caller }: { query?: unknown; caller?: Caller } = {},
): PreparedResponse {
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
  const text = operation.mediaType ? String(body) : JSON.stringify(body)
  if (operation.maxAgeSeconds !== undefined)
    headers['cache-control'] = `public, max-age=${operation.maxAgeSeconds}`
  if (operation.revalidates) Object.assign(headers, revalidationHeaders(text, caller?.roles.length === 0))
  return { status, headers, body: text }
}

/** Writes a prepared response. */
export function sendResponse(response: Response, { status, headers, body }: PreparedResponse): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.status(status)
  if (body === undefined) response.end()
  else response.send(body)
}
