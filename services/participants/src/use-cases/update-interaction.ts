import { isDeepStrictEqual } from 'node:util'
import { requireOpen, requireVersion } from '@appointments/appointment'
import { actorOf, type InteractionRequest } from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import { updated } from '../domain/interaction.ts'
import { withRoster, type AppointmentCopy } from '../domain/appointment-copy.ts'
import { interactionUpdated } from '../events.ts'
import type { Command, Deps } from './deps.ts'

interface UpdateInteraction extends Command {
  changes: InteractionRequest
}

/**
 * Changes routing and channel context of the interaction, which becomes pending.
 * @throws Problem APPOINTMENT_NOT_FOUND, INVALID_STATE, ROUTING_INCOMPLETE, VERSION_MISMATCH
 */
export const updateInteraction =
  ({ transaction, appointments, outbox, clock }: Deps) =>
  ({ caller, appointmentId, changes, ifMatch }: UpdateInteraction): Promise<Keyed<AppointmentCopy>> =>
    transaction(
      async (tx) => {
        const current = await appointments.reachForChange(tx, caller, appointmentId)
        requireOpen(current.appointment)
        const { roster, application } = current
        const interaction = updated(roster.interaction, changes, application.routingDefaults)
        requireVersion(current, ifMatch)
        if (isDeepStrictEqual(interaction, roster.interaction)) return current
        const whole = withRoster(current, { ...roster, interaction })
        appointments.update(tx, whole)
        outbox.append(tx, interactionUpdated({ whole, actor: actorOf(caller), at: clock.now() }, true))
        return whole
      },
      [appointmentId],
    )
