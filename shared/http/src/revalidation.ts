import { createHash } from 'node:crypto'
import type { PreparedResponse } from './prepared-response.ts'

const tagOf = (body: string) => `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`

/**
 * Headers of a response that may be cached if it is revalidated before each use (RFC 9111, section 5.2.2.4).
 * @param isPublic whether caches that several clients share may keep it, too
 */
export const revalidationHeaders = (body: string, isPublic: boolean): Record<string, string> => ({
  etag: tagOf(body),
  'cache-control': isPublic ? 'no-cache' : 'private, no-cache',
  vary: 'Authorization',
})

/**
 * The response to a GET with If-None-Match: 304 if it lists the tag of the response or `*` (RFC 9110, section 13.1.2).
 * Weak tags count, because the comparison is weak.
 */
export function unlessKnown(prepared: PreparedResponse, ifNoneMatch: string | undefined): PreparedResponse {
  const { etag } = prepared.headers
  if (etag === undefined || ifNoneMatch === undefined) return prepared
  const known = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (!known.includes(etag) && !known.includes('*')) return prepared
  const { 'content-type': _, ...headers } = prepared.headers
  return { status: 304, headers }
}
