import type { TicketGrant } from '@appointments/contracts'
import type { AskService } from '../proxy/ask-service.ts'
import { Unanswered } from '../proxy/unanswered.ts'

/**
 * Asks the participants service what a ticket or a secureToken opens; undefined if it opens nothing.
 * @throws Unanswered
 */
export const resolveTicket =
  (ask: AskService) =>
  async (token: string, type: 'ticket' | 'secure-token'): Promise<TicketGrant | undefined> => {
    const { status, answer } = await ask('resolveTicket', { token, type })
    if (answer) return answer
    if (status === 400) return undefined
    throw new Unanswered(false, new Error(`the participants service responded with ${status}`))
  }
export type ResolveTicket = ReturnType<typeof resolveTicket>
