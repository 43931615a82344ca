import { checkManageGrant } from '@appointments/appointment'
import { problem, SYSTEM, type BookingOverride } from '@appointments/contracts'
import { readAgain, type Keyed } from '@appointments/idempotency'
import type { StoredAppointment } from '../domain/appointment.ts'
import { requireOverride } from '../domain/booking-policy.ts'
import type { StoredHold } from '../domain/hold.ts'
import { checkMoveCutoff } from '../domain/move-cutoff.ts'
import { reconsider } from '../domain/outcome.ts'
import { withPresenceForgotten } from '../domain/presence.ts'
import { hidingBlocks, outside } from '../domain/refusal.ts'
import { reschedule, type Reschedule } from '../domain/reschedule.ts'
import { withHoldOfMove } from '../domain/use-hold.ts'
import { appointmentEvent, outcomeEvent } from '../events.ts'
import { appointments } from '../repositories/appointments.ts'
import { availabilitySettings } from '../repositories/availability-settings.ts'
import { claimantOf } from '../repositories/bookings.ts'
import { candidates } from '../repositories/candidates.ts'
import { changeAppointment, type ChangeOf } from './change-appointment.ts'
import type { Deps } from './deps.ts'
import { planMove, type MovePlan } from './plan-move.ts'
import { findHold, unlessHoldIsGone, useHold } from './use-hold.ts'

/** A move; absent times come from the hold. */
interface Move extends ChangeOf {
  wanted: Omit<Reschedule, 'start'> & {
    start?: Date | undefined
    holdId?: string | undefined
    override?: BookingOverride | undefined
  }
  /** Whether the availability policy of the application applies without further settings. */
  followsPolicy?: boolean
}

/**
 * Moves an appointment, to a held time if the request names a hold. A customer needs its current manage ticket, which is
 * replaced.
 * @throws Problem HOLD_GONE, HOLD_MISMATCH, MOVE_CUTOFF_PASSED
 */
export const rescheduleAppointment = (deps: Deps) => (command: Move) =>
  hidingBlocks(command.caller, async () => {
    const { holdId, override: _, ...wanted } = command.wanted
    const hold = await findHold(deps, holdId)
    const { start } = wanted
    if (hold) return move(deps, command, withHoldOfMove(wanted, hold, command.id), hold)
    if (!start) throw problem('HOLD_GONE')
    return unlessHoldIsGone(holdId !== undefined, () => move(deps, command, { ...wanted, start }))
  })

async function move(
  deps: Deps,
  command: Move,
  wanted: Reschedule,
  hold?: StoredHold,
): Promise<Keyed<StoredAppointment>> {
  const { caller, id } = command
  const { override } = command.wanted
  const [known, settings] = await Promise.all([
    appointments.read(deps.pool, caller, id),
    availabilitySettings.ofAppointment(deps.pool, id),
  ])
  const moved = (stored: StoredAppointment, now: Date) => {
    checkManageGrant(caller, stored, 'RESCHEDULE')
    const appointment = reschedule(stored, wanted, caller, now)
    if (appointment) checkMoveCutoff(stored.appointment, settings, caller, now)
    const { overlaps: _, ...exclusive } = appointment ?? stored.appointment
    return appointment && { ...exclusive, ...(override === 'OVERLAP' && { overlaps: true }) }
  }
  requireOverride(override, caller, settings)
  const draft = moved(known, deps.clock.now())
  const plan: MovePlan =
    draft && !hold
      ? await planMove(deps, { command, known, draft, settings })
      : { warnings: [], candidates: [] }
  const result = await changeAppointment(
    deps,
    command,
    (stored, now, actor) => {
      const appointment = moved(stored, now)
      if (!appointment) return undefined
      const { start, end, duration, timezone } = stored.appointment
      const previous = { start, end, duration, timezone }
      // presence at another start no longer counts, and the outcome is derived again
      const here = { ...withPresenceForgotten(stored, appointment), appointment }
      const { stored: after, changes } = reconsider(here, now)
      const more = { previous, ...(plan.overridden && { overridden: [...plan.overridden] }) }
      return {
        after: { ...after, warnings: plan.warnings },
        events: [
          appointmentEvent('APRescheduledEvent', appointment, actor, now, more),
          ...changes.map((change) => outcomeEvent(change.appointment, SYSTEM, now)),
        ],
      }
    },
    {
      moves: true,
      async beforeStored(tx, { appointment }, now) {
        if (hold) await useHold(tx, deps, hold, now)
        for (const candidate of plan.candidates)
          if (!(await candidates.isBelowMaxima(tx, claimantOf(appointment), candidate, now)))
            throw outside(caller, ['LIMIT_REACHED'])
      },
    },
  )
  return readAgain(result, { ...result, warnings: plan.warnings })
}
