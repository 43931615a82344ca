import type { Request } from 'express'
import { internal, internalOperations, ticketGrant, type TicketGrant } from '@appointments/contracts'
import { CALLER_HEADER } from '@appointments/credentials'
import type { Visitors } from '../authentication/visitors.ts'
import { readAll } from '../proxy/body.ts'
import { startDeadline } from '../proxy/deadline.ts'
import { requestHeaders } from '../proxy/headers.ts'
import { Unanswered } from '../proxy/unanswered.ts'
import type { Upstream } from '../proxy/upstream.ts'

interface Deps {
  participants: Upstream
  visitors: Visitors
  deadlineMs: number
}

/**
 * Asks the participants service what a ticket or a secureToken opens; undefined where it opens nothing.
 * @throws Unanswered
 */
export const resolveTicket =
  ({ participants, visitors, deadlineMs }: Deps) =>
  async (
    request: Request,
    token: string,
    type: 'ticket' | 'secure-token',
  ): Promise<TicketGrant | undefined> => {
    const { method, path } = internalOperations.resolveTicket
    const { 'x-request-id': requestId, traceparent } = requestHeaders(request.headers)
    const body = Buffer.from(JSON.stringify({ token, type }))
    const deadline = startDeadline(deadlineMs)
    try {
      const answer = await participants.send({
        method,
        path: internal.base + path,
        headers: {
          'content-type': 'application/json',
          'content-length': String(body.length),
          [CALLER_HEADER]: visitors.anonymous().internalToken,
          ...(requestId !== undefined && { 'x-request-id': requestId }),
          ...(traceparent !== undefined && { traceparent }),
        },
        body,
        repeatable: true,
        deadline,
      })
      const text = await readAll(answer)
      const status = answer.statusCode ?? 500
      if (status === 200) return ticketGrant.parse(JSON.parse(text.toString()))
      if (status === 400) return undefined
      throw new Unanswered(false, new Error(`the ticket was answered with ${status}`))
    } finally {
      deadline.end()
    }
  }
export type ResolveTicket = ReturnType<typeof resolveTicket>
