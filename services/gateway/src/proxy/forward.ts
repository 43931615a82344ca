import type { Request } from 'express'
import { CALLER_HEADER } from '@appointments/credentials'
import { KEEP_HEADER, STRICT_HANDLING, SUBJECT_HEADER, wantsStrictHandling } from '@appointments/http'
import { failPoint } from '@appointments/runtime'
import type { Party } from '../capacity/turns.ts'
import type { ProxiedResponse } from './response.ts'
import type { Deadline } from './deadline.ts'
import { responseHeaders, requestHeaders } from './headers.ts'
import { requireOwnProblem } from './is-own-problem.ts'
import type { Kind, Upstream } from './upstream.ts'

interface Forwarding {
  /** Path and query for the service. */
  path: string
  /** The signed caller; absent if the service does not require one. */
  internalToken?: string
  body: Buffer | undefined
  /** The operation, by name; its requests take similar times. */
  operation?: string
  /** The lane of the request; by default, its method decides. */
  kind?: Kind
  /** Whom the request counts for while it waits for its turn. */
  party: Party
  repeatable: boolean
  deadline: Deadline
  /** Whether the service gets the `Host` of the request instead of its own. */
  keepsHost?: boolean
  /** Whether the service gets the cookies of the request. */
  keepsCookies?: boolean
}

/**
 * Forwards a request to a service.
 * @throws UpstreamFailure if there is no response; see also {@link requireOwnProblem}
 */
export async function forward(
  upstream: Pick<Upstream, 'send'>,
  request: Request,
  forwarding: Forwarding,
): Promise<ProxiedResponse> {
  const { path, internalToken, body, operation, kind, party, repeatable, deadline } = forwarding
  const { 'content-length': _, ...headers } = requestHeaders(request.headers)
  if (internalToken !== undefined) headers[CALLER_HEADER] = internalToken
  const { host, cookie } = request.headers
  if (forwarding.keepsHost && host !== undefined) headers.host = host
  if (forwarding.keepsCookies && cookie !== undefined) headers.cookie = cookie
  if (wantsStrictHandling(request)) headers.prefer = STRICT_HANDLING
  const { method } = request
  await failPoint('forward.before')
  const response = await upstream.send({
    method,
    path,
    headers,
    body,
    party,
    repeatable,
    deadline,
    ...(operation !== undefined && { operation }),
    ...(kind !== undefined && { kind }),
  })
  await failPoint('forward.after')
  requireOwnProblem(response)
  const appointmentId = response.headers[SUBJECT_HEADER]
  return {
    status: response.status,
    headers: responseHeaders(response.headers),
    body: response.body,
    // the previous release of a service also permits a copy of an error that replaces a response
    mayBeCopied: response.headers[KEEP_HEADER] !== undefined && response.status < 500,
    ...(typeof appointmentId === 'string' && { appointmentId }),
  }
}
