import accepts from 'accepts'
import type { Request, Response } from 'express'

const PROBLEM = 'application/problem+json'
const PLAIN = 'application/json'
const CHARSET = '; charset=utf-8'

/**
 * The media type of a problem document (RFC 9457): plain JSON if Accept lists that and not the problem type, because
 * such a client may reject a type that it did not request.
 * @param usual the type for all other clients
 */
export function problemType(request: Request, response: Response, usual = PROBLEM + CHARSET): string {
  response.vary('Accept')
  const named = (accepts(request).types() as string[]).map((type) => type.toLowerCase())
  const isPlain = named.includes(PLAIN) && !named.includes(PROBLEM)
  return isPlain ? PLAIN + CHARSET : usual
}

/** Whether a Content-Type denotes a problem document. */
export const isProblemType = (contentType: unknown): contentType is string =>
  typeof contentType === 'string' && contentType.startsWith(PROBLEM)
