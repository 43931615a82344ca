import type { Request } from 'express'
import { CALLER_HEADER } from '@appointments/credentials'
import { SUBJECT_HEADER } from '@appointments/http'
import type { Answer } from './answer.ts'
import { bodyOf } from './body.ts'
import type { Deadline } from './deadline.ts'
import { answerHeaders, requestHeaders } from './headers.ts'
import type { Upstream } from './upstream.ts'

interface Forwarding {
  /** Path and query, as the service gets them. */
  path: string
  /** Who calls, signed; absent where the service does not ask. */
  internalToken?: string
  /** The body where it was read already; without it the request's own is streamed. */
  body?: Buffer
  repeatable: boolean
  deadline: Deadline
}

/**
 * Passes a request on to a service.
 * @throws Unanswered where no answer came
 * @throws Problem BODY_TOO_LARGE where a streamed body turns out to be
 */
export async function forward(upstream: Upstream, request: Request, forwarding: Forwarding): Promise<Answer> {
  const { path, internalToken, repeatable, deadline } = forwarding
  const headers = requestHeaders(request.headers)
  if (internalToken !== undefined) headers[CALLER_HEADER] = internalToken
  const body = forwarding.body ?? bodyOf(request, deadline)
  if (Buffer.isBuffer(body)) headers['content-length'] = String(body.length)
  if (body === undefined) delete headers['content-length']
  const answer = await upstream.send({
    method: request.method,
    path,
    headers,
    repeatable,
    deadline,
    ...(body && { body }),
  })
  const appointmentId = answer.headers[SUBJECT_HEADER]
  return {
    status: answer.statusCode ?? 502,
    headers: answerHeaders(answer.headers),
    body: answer,
    ...(typeof appointmentId === 'string' && { appointmentId }),
  }
}
