import { rejectForeignAgent, requireVersion } from '@appointments/appointment'
import { actorOf } from '@appointments/contracts'
import { isLive } from '../domain/hold.ts'
import { appointmentEvent, claimsChanged, holdChanged } from '../events.ts'
import { changed } from '../domain/appointment.ts'
import { appointments } from '../repositories/appointments.ts'
import { changes } from '../repositories/changes.ts'
import { holds } from '../repositories/holds.ts'
import type { ChangeOf } from './change-appointment.ts'
import type { Deps } from './deps.ts'
import { appointmentLock } from './locks.ts'
import { publishChanges } from './publish-changes.ts'

/**
 * Removes an appointment in any state, with all its personal data, for good. An agent can remove only appointments in
 * which it participates.
 * @throws Problem APPOINTMENT_NOT_FOUND, VERSION_MISMATCH
 */
export const removeAppointment =
  (deps: Deps) =>
  ({ id, caller, ifMatch }: ChangeOf): Promise<void> => {
    const { transaction, outbox, clock, forgetResponses } = deps
    return transaction(
      async (tx) => {
        const stored = await appointments.lock(tx, caller, id)
        rejectForeignAgent(caller, stored)
        requireVersion(stored, ifMatch)
        const now = clock.now()
        const actor = actorOf(caller)
        const last = changed(stored.appointment, stored.application, now, {
          epoch: stored.appointment.epoch + 1,
        })
        const dropped = await holds.removeOfAppointment(tx, id)
        await appointments.remove(tx, stored, last, actor, now)
        forgetResponses(tx, id)
        outbox.erase(tx, id)
        const past = await changes.erase(tx, id)
        const gone = { ...stored, appointment: { ...last, state: 'CANCELLED' as const } }
        publishChanges(deps, tx, { before: stored, roster: stored.roster, past }, [
          appointmentEvent('APRemovedEvent', last, actor, now, {}),
          ...claimsChanged(stored, gone, now),
        ])
        for (const hold of dropped.filter((one) => isLive(one, now)))
          outbox.append(tx, holdChanged({ ...hold, version: hold.version + 1, releasedAt: now }, now))
      },
      [appointmentLock(id)],
    )
  }
