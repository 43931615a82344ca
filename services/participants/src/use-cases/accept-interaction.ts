import { requireOpen, requireVersion } from '@appointments/appointment'
import { actorOf, problem } from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import { accepted } from '../domain/interaction.ts'
import { withRoster, type AppointmentCopy } from '../domain/appointment-copy.ts'
import { agentOf } from '../domain/roster.ts'
import { interactionAccepted } from '../events.ts'
import type { Command, Deps } from './deps.ts'

interface AcceptInteraction extends Command {
  participantId: string
}

/**
 * Accepts the interaction for an agent of the appointment. Agents accept only for themselves.
 * @throws Problem APPOINTMENT_NOT_FOUND, INVALID_STATE, PARTICIPANT_NOT_FOUND, FORBIDDEN,
 *   INTERACTION_ALREADY_ACCEPTED, VERSION_MISMATCH
 */
export const acceptInteraction =
  ({ transaction, appointments, outbox, clock }: Deps) =>
  ({ caller, appointmentId, participantId, ifMatch }: AcceptInteraction): Promise<Keyed<AppointmentCopy>> =>
    transaction(
      async (tx) => {
        const current = await appointments.reachForChange(tx, caller, appointmentId)
        requireOpen(current.appointment)
        agentOf(current.roster, participantId)
        if (caller.userId !== participantId)
          throw problem(
            'FORBIDDEN',
            'Agents accept an interaction for themselves only: the body must be the user id of the token.',
          )
        const now = clock.now()
        const interaction = accepted(current.roster.interaction, participantId, now)
        requireVersion(current, ifMatch)
        if (interaction === current.roster.interaction) return current
        const whole = withRoster(current, { ...current.roster, interaction })
        appointments.update(tx, whole)
        outbox.append(tx, interactionAccepted({ whole, actor: actorOf(caller), at: now }, participantId))
        return whole
      },
      [appointmentId],
    )
