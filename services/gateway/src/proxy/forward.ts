import type { Request } from 'express'
import { CALLER_HEADER } from '@appointments/credentials'
import { KEEP_HEADER, STRICT_HANDLING, SUBJECT_HEADER, wantsStrictHandling } from '@appointments/http'
import { failPoint } from '@appointments/runtime'
import type { Party } from '../capacity/turns.ts'
import type { Answer } from './answer.ts'
import type { Deadline } from './deadline.ts'
import { answerHeaders, requestHeaders } from './headers.ts'
import { requireOwnWords } from './own-words.ts'
import type { Upstream } from './upstream.ts'

interface Forwarding {
  /** Path and query, as the service gets them. */
  path: string
  /** Who calls, signed; absent where the service does not ask. */
  internalToken?: string
  body: Buffer | undefined
  /** Who the request counts for while it waits for its turn. */
  party: Party
  repeatable: boolean
  deadline: Deadline
  /** Whether the service gets the `Host` of the request in place of its own. */
  keepsHost?: boolean
}

/**
 * Passes a request on to a service.
 * @throws Unanswered where no answer came; see also {@link requireOwnWords}
 */
export async function forward(
  upstream: Pick<Upstream, 'send'>,
  request: Request,
  { path, internalToken, body, party, repeatable, deadline, keepsHost = false }: Forwarding,
): Promise<Answer> {
  const { 'content-length': _, ...headers } = requestHeaders(request.headers)
  if (internalToken !== undefined) headers[CALLER_HEADER] = internalToken
  if (keepsHost && request.headers.host !== undefined) headers.host = request.headers.host
  if (wantsStrictHandling(request)) headers.prefer = STRICT_HANDLING
  const { method } = request
  await failPoint('forward.before')
  const answer = await upstream.send({ method, path, headers, body, party, repeatable, deadline })
  await failPoint('forward.after')
  requireOwnWords(answer)
  const appointmentId = answer.headers[SUBJECT_HEADER]
  return {
    status: answer.status,
    headers: answerHeaders(answer.headers),
    body: answer.body,
    mayBeCopied: answer.headers[KEEP_HEADER] !== undefined,
    ...(typeof appointmentId === 'string' && { appointmentId }),
  }
}
