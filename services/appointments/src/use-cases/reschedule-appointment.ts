import { checkManageGrant } from '@appointments/appointment'
import { problem, SYSTEM } from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import type { StoredAppointment } from '../domain/appointment.ts'
import type { StoredHold } from '../domain/hold.ts'
import { checkMoveCutoff } from '../domain/move-cutoff.ts'
import { reconsider } from '../domain/outcome.ts'
import { withPresenceForgotten } from '../domain/presence.ts'
import { hidingBlocks } from '../domain/refusal.ts'
import { reschedule, type Reschedule } from '../domain/reschedule.ts'
import { withHoldOfMove } from '../domain/use-hold.ts'
import { appointmentEvent, outcomeEvent } from '../events.ts'
import { availabilitySettings } from '../repositories/availability-settings.ts'
import { changeAppointment, type ChangeOf } from './change-appointment.ts'
import type { Deps } from './deps.ts'
import { findHold, unlessHoldIsGone, useHold } from './use-hold.ts'

/** A move; absent times come from the hold. */
interface Move extends ChangeOf {
  wanted: Omit<Reschedule, 'start'> & { start?: Date | undefined; holdId?: string | undefined }
}

/**
 * Moves an appointment, to a held time if the request names a hold. A customer needs its current manage ticket, which is
 * replaced.
 * @throws Problem HOLD_GONE, HOLD_MISMATCH, MOVE_CUTOFF_PASSED
 */
export const rescheduleAppointment = (deps: Deps) => (command: Move) =>
  hidingBlocks(command.caller, async () => {
    const { holdId, ...wanted } = command.wanted
    const hold = await findHold(deps, holdId)
    const { start } = wanted
    if (hold) return move(deps, command, withHoldOfMove(wanted, hold, command.id), hold)
    if (!start) throw problem('HOLD_GONE')
    return unlessHoldIsGone(holdId !== undefined, () => move(deps, command, { ...wanted, start }))
  })

async function move(
  deps: Deps,
  command: ChangeOf,
  wanted: Reschedule,
  hold?: StoredHold,
): Promise<Keyed<StoredAppointment>> {
  const { caller } = command
  const settings = await availabilitySettings.ofAppointment(deps.pool, command.id)
  return changeAppointment(
    deps,
    command,
    (stored, now, actor) => {
      checkManageGrant(caller, stored, 'RESCHEDULE')
      const appointment = reschedule(stored, wanted, caller, now)
      if (!appointment) return undefined
      checkMoveCutoff(stored.appointment, settings, caller, now)
      const { start, end, duration, timezone } = stored.appointment
      const previous = { start, end, duration, timezone }
      // presence at another start no longer counts, and the outcome is derived again
      const moved = { ...withPresenceForgotten(stored, appointment), appointment }
      const { stored: after, changes } = reconsider(moved, now)
      return {
        after,
        events: [
          appointmentEvent('APRescheduledEvent', appointment, actor, now, { previous }),
          ...changes.map((change) => outcomeEvent(change.appointment, SYSTEM, now)),
        ],
      }
    },
    {
      moves: true,
      ...(hold && { beforeStored: (tx, _stored, now) => useHold(tx, deps, hold, now) }),
    },
  )
}
