import { ticketReason, type TicketGrant, type TicketReason } from '@appointments/contracts'
import type { Party } from '../capacity/turns.ts'
import type { CallService } from '../proxy/call-service.ts'
import { UpstreamFailure } from '../proxy/upstream-failure.ts'

/** The grant of a ticket or a secureToken, or the reason why there is none, which an older release omits. */
type Resolved = { grant: TicketGrant } | { grant?: undefined; reason?: TicketReason }

/**
 * Asks the participants service for the grant of a ticket or a secureToken.
 * @throws UpstreamFailure
 */
export const resolveTicket =
  (call: CallService) =>
  async (token: string, type: 'ticket' | 'secure-token', party: Party): Promise<Resolved> => {
    const { status, body, rejection } = await call('resolveTicket', { token, type }, party)
    if (body) return { grant: body }
    if (status !== 400)
      throw new UpstreamFailure(false, new Error(`the participants service responded with ${status}`))
    const reason = ticketReason.safeParse(rejection?.reason)
    return reason.success ? { reason: reason.data } : {}
  }
export type ResolveTicket = ReturnType<typeof resolveTicket>
