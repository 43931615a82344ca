import { requireOpen, requireVersion } from '@appointments/appointment'
import { actorOf, type PresenceState } from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import { rejectActingForOthers, rejectExpired } from '../domain/customer-reach.ts'
import { withRoster, type AppointmentCopy } from '../domain/appointment-copy.ts'
import { participantOf, withPresence } from '../domain/roster.ts'
import { presenceChanged } from '../events.ts'
import type { Command, Deps } from './deps.ts'

interface SetParticipantState extends Command {
  participantId: string
  /** If absent, nothing changes. */
  state?: PresenceState | undefined
}

/**
 * Sets whether a participant waits, has joined or has left (docs/contract/participants.md#presence).
 * @throws Problem APPOINTMENT_NOT_FOUND, FORBIDDEN, INVALID_STATE, PARTICIPANT_NOT_FOUND, APPOINTMENT_EXPIRED,
 *   VERSION_MISMATCH
 */
export const setParticipantState =
  ({ transaction, appointments, outbox, clock }: Deps) =>
  ({
    caller,
    appointmentId,
    participantId,
    state,
    ifMatch,
  }: SetParticipantState): Promise<Keyed<AppointmentCopy>> =>
    transaction(
      async (tx) => {
        const current = await appointments.reachForChange(tx, caller, appointmentId)
        rejectActingForOthers(caller, current.roster, participantId)
        requireOpen(current.appointment)
        participantOf(current.roster, participantId)
        rejectExpired(caller, current, clock.now())
        requireVersion(current, ifMatch)
        if (state === undefined) return current
        const roster = withPresence(current.roster, participantId, state)
        if (roster === current.roster) return current
        const whole = withRoster(current, roster)
        appointments.update(tx, whole)
        outbox.append(
          tx,
          presenceChanged({ whole, actor: actorOf(caller), at: clock.now() }, participantId, state),
        )
        return whole
      },
      [appointmentId],
    )
