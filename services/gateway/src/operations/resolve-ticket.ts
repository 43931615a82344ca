import type { TicketGrant } from '@appointments/contracts'
import type { CallService } from '../proxy/call-service.ts'
import { UpstreamFailure } from '../proxy/upstream-failure.ts'

/**
 * Asks the participants service for the grant of a ticket or a secureToken; undefined if it is not valid.
 * @throws UpstreamFailure
 */
export const resolveTicket =
  (call: CallService) =>
  async (token: string, type: 'ticket' | 'secure-token'): Promise<TicketGrant | undefined> => {
    const { status, body } = await call('resolveTicket', { token, type })
    if (body) return body
    if (status === 400) return undefined
    throw new UpstreamFailure(false, new Error(`the participants service responded with ${status}`))
  }
export type ResolveTicket = ReturnType<typeof resolveTicket>
