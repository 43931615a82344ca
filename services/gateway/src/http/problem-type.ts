import type { IncomingMessage } from 'node:http'
import accepts from 'accepts'
import type { Request, Response } from 'express'

const PROBLEM = 'application/problem+json'
const PLAIN = 'application/json'
const CHARSET = '; charset=utf-8'

/** Whether Accept lists plain JSON and not the problem type: such a client may reject a type that it did not request. */
function wantsPlain(request: IncomingMessage): boolean {
  const named = (accepts(request).types() as string[]).map((type) => type.toLowerCase())
  return named.includes(PLAIN) && !named.includes(PROBLEM)
}

/**
 * The media type of a problem document (RFC 9457) for a client. The response varies by Accept.
 * @param usual the type for clients that do not want plain JSON
 */
export const problemTypeFor = (request: IncomingMessage, usual = PROBLEM + CHARSET): string =>
  wantsPlain(request) ? PLAIN + CHARSET : usual

/** The same, recorded in the Vary header of the response. */
export function problemType(request: Request, response: Response, usual?: string): string {
  response.vary('Accept')
  return problemTypeFor(request, usual)
}

/** Whether a Content-Type denotes a problem document. */
export const isProblemType = (contentType: unknown): contentType is string =>
  typeof contentType === 'string' && contentType.startsWith(PROBLEM)
