import { accessEnds, manageEpoch, wholeEpoch } from '@appointments/appointment'
import { problem, type TicketGrant, type TicketReason } from '@appointments/contracts'
import type { SecureTokens, Tickets } from '@appointments/credentials'
import type { AppointmentCopy } from '../domain/appointment-copy.ts'
import { openedBySecureToken } from '../domain/current-tickets.ts'
import type { Deps } from './deps.ts'

interface ResolveTicket {
  token: string
  type: 'ticket' | 'secure-token'
}

interface Opened {
  whole: AppointmentCopy
  grant: Pick<TicketGrant, 'kind' | 'participantId' | 'ticketVersion'>
}

type TicketDeps = Deps & { hashOf: Tickets['hash']; secureTokens: SecureTokens }

/**
 * The access that a ticket or a secureToken gives. The error contains the reason why a ticket gives no access.
 * @throws Problem INVALID_REQUEST
 */
export const resolveTicket =
  (deps: TicketDeps) =>
  async ({ token, type }: ResolveTicket): Promise<TicketGrant> => {
    const opened = await (type === 'ticket' ? byTicket(deps, token) : bySecureToken(deps, token))
    if (!opened || isOver(deps, opened.whole)) {
      const reason = type === 'ticket' ? await reasonOf(deps, token, opened) : undefined
      throw problem('INVALID_REQUEST', {
        detail: 'The ticket or secureToken is not valid or no longer valid.',
        ...(reason && { extensions: { reason } }),
      })
    }
    const { id, organizationId } = opened.whole.appointment
    return {
      appointmentId: id,
      ...opened.grant,
      ...(organizationId !== undefined && { organizationId }),
      epoch: wholeEpoch(opened.whole),
      manageEpoch: manageEpoch(opened.whole),
      expiresAt: accessEnds(opened.whole.appointment).toISOString(),
    }
  }

const isOver = ({ clock }: TicketDeps, { appointment }: AppointmentCopy) =>
  clock.now() >= accessEnds(appointment)

/** Why a ticket gives no access. The reason reveals nothing else about the appointment. */
async function reasonOf(deps: TicketDeps, token: string, opened: Opened | undefined): Promise<TicketReason> {
  if (opened) return 'OVER'
  const former = await deps.tickets.findFormer(deps.hashOf(token))
  const whole = former === undefined ? undefined : await deps.appointments.find(former)
  if (!whole || whole === 'removed') return 'UNKNOWN'
  if (whole.appointment.state === 'CANCELLED') return 'CANCELLED'
  return isOver(deps, whole) ? 'OVER' : 'REPLACED'
}

async function byTicket({ tickets, appointments, hashOf }: TicketDeps, token: string) {
  const ticket = await tickets.findByHash(hashOf(token))
  if (!ticket) return undefined
  const { appointmentId, kind, participantId, version } = ticket
  return openedIn(await appointments.find(appointmentId), { kind, participantId, ticketVersion: version })
}

async function bySecureToken({ appointments, secureTokens }: TicketDeps, token: string) {
  const named = secureTokens.read(token)
  if (!named) return undefined
  const whole = await appointments.find(named.appointmentId)
  if (!whole || whole === 'removed') return undefined
  return openedIn(whole, openedBySecureToken(whole, named.epoch))
}

const openedIn = (
  whole: AppointmentCopy | 'removed' | undefined,
  grant: Opened['grant'] | undefined,
): Opened | undefined => (whole && whole !== 'removed' && grant ? { whole, grant } : undefined)
