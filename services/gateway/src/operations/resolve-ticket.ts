import { internal, internalOperations, ticketGrant, type TicketGrant } from '@appointments/contracts'
import { CALLER_HEADER } from '@appointments/credentials'
import type { Visitors } from '../authentication/visitors.ts'
import { startDeadline } from '../proxy/deadline.ts'
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
  async (token: string, type: 'ticket' | 'secure-token'): Promise<TicketGrant | undefined> => {
    const { method, path } = internalOperations.resolveTicket
    const body = Buffer.from(JSON.stringify({ token, type }))
    const deadline = startDeadline(deadlineMs)
    try {
      const answer = await participants.send({
        method,
        path: internal.base + path,
        headers: {
          'content-type': 'application/json',
          [CALLER_HEADER]: visitors.anonymous().internalToken,
        },
        body,
        repeatable: true,
        deadline,
      })
      const { status } = answer
      if (status === 200) return ticketGrant.parse(JSON.parse(answer.body.toString()))
      if (status === 400) return undefined
      throw new Unanswered(false, new Error(`the ticket was answered with ${status}`))
    } finally {
      deadline.end()
    }
  }
export type ResolveTicket = ReturnType<typeof resolveTicket>
