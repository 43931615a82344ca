import { requireOpen, requireVersion } from '@appointments/appointment'
import { actorOf } from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import { rejectBystander, rejectExpired } from '../domain/customer-reach.ts'
import { failed, type Failure } from '../domain/interaction.ts'
import { withRoster, type AppointmentCopy } from '../domain/appointment-copy.ts'
import { interactionFailed } from '../events.ts'
import type { Command, Deps } from './deps.ts'

type FailInteraction = Command & Failure

/**
 * Marks the interaction as failed and stores the messages of the caller.
 * @throws Problem APPOINTMENT_NOT_FOUND, FORBIDDEN, INVALID_STATE, APPOINTMENT_EXPIRED, VERSION_MISMATCH
 */
export const failInteraction =
  ({ transaction, appointments, outbox, clock }: Deps) =>
  ({ caller, appointmentId, ifMatch, ...failure }: FailInteraction): Promise<Keyed<AppointmentCopy>> =>
    transaction(
      async (tx) => {
        const current = await appointments.reachForChange(tx, caller, appointmentId)
        rejectBystander(caller, current.roster)
        requireOpen(current.appointment)
        const now = clock.now()
        rejectExpired(caller, current, now)
        const interaction = failed(current.roster.interaction, failure, actorOf(caller), now)
        requireVersion(current, ifMatch)
        const whole = withRoster(current, { ...current.roster, interaction })
        appointments.update(tx, whole)
        outbox.append(tx, interactionFailed({ whole, actor: actorOf(caller), at: now }, failure))
        return whole
      },
      [appointmentId],
    )
