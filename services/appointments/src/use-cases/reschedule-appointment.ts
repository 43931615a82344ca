import {
  checkManageGrant,
  checkMoveCutoff,
  forCustomer,
  hasSameTime,
  queueOf,
  requireOverride,
  withNewTicket,
} from '@appointments/appointment'
import { problem, Problem, SYSTEM, type BookingOverride } from '@appointments/contracts'
import { readAgain, type Keyed } from '@appointments/idempotency'
import type { StoredAppointment } from '../domain/appointment.ts'
import { isExempt } from '../domain/booking-policy.ts'
import { offeredWith, type StoredHold } from '../domain/hold.ts'
import { otherClaimsOf } from '../domain/other-claims.ts'
import { reconsider } from '../domain/outcome.ts'
import { withPresenceForgotten } from '../domain/presence.ts'
import { hidingBlocks, outside } from '../domain/rejection.ts'
import { reschedule, type Reschedule } from '../domain/reschedule.ts'
import { served, type ServedAppointment, type Service } from '../domain/serve-moved.ts'
import { withHoldOfMove } from '../domain/use-hold.ts'
import { appointmentEvent, assignmentDecided, outcomeEvent } from '../events.ts'
import { appointments } from '../repositories/appointments.ts'
import { availabilitySettings } from '../repositories/availability-settings.ts'
import { claimantOf } from '../repositories/bookings.ts'
import { candidates } from '../repositories/candidates.ts'
import { serviceTypes } from '../repositories/service-types.ts'
import { changeAppointment, type ChangeOf, type Choosing } from './change-appointment.ts'
import type { Deps } from './deps.ts'
import { planAgainIfOutdated, PlanOutdated } from './plan-again.ts'
import { planQueueMove, type Attempt, type QueueMovePlan } from './plan-queue-move.ts'
import { takeMember } from './take-candidate.ts'
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
 * Moves an appointment, to a held time if the request names a hold. A customer needs the current manage ticket, which
 * the move replaces. An appointment of a queue keeps its organizer if that is free, and otherwise gets another member.
 * @throws Problem HOLD_GONE, HOLD_MISMATCH, MOVE_CUTOFF_PASSED
 */
export const rescheduleAppointment = (deps: Deps) => (command: Move) =>
  hidingBlocks(command.caller, async () => {
    const { holdId, override: _, ...wanted } = command.wanted
    const hold = await findHold(deps, holdId)
    const { start } = wanted
    if (hold) return move(deps, command, withHoldOfMove(wanted, hold, command.id), hold)
    if (!start) throw problem('HOLD_GONE')
    return unlessHoldIsGone(holdId !== undefined, () =>
      planAgainIfOutdated(() => move(deps, command, { ...wanted, start })),
    )
  })

/** @throws PlanOutdated */
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
  const { applicationId, serviceTypeId } = known.appointment
  // only a customer's choice of a duration depends on it
  const serviceType =
    caller.customer && !hold && serviceTypeId !== undefined
      ? await serviceTypes.find(deps.pool, applicationId, serviceTypeId)
      : undefined
  const moved = (stored: StoredAppointment, now: Date) => {
    checkManageGrant(caller, stored, 'RESCHEDULE')
    const appointment = reschedule(stored, wanted, caller, now, offeredWith(hold, serviceType))
    if (appointment) checkMoveCutoff(stored.appointment, settings, caller, now)
    const { overlaps: _, ...exclusive } = appointment ?? stored.appointment
    return appointment && { ...exclusive, ...(override === 'OVERLAP' && { overlaps: true }) }
  }
  requireOverride(override, caller, settings)
  const draft = moved(known, deps.clock.now())
  const plan: QueueMovePlan =
    draft && !hold
      ? await planQueueMove(deps, { command, known, draft, settings })
      : { warnings: [], attempts: [() => Promise.resolve({ service: heldService(hold), candidates: [] })] }
  const shown = (stored: StoredAppointment, now: Date) =>
    forCustomer({ ...stored, warnings: plan.warnings }, settings, withNewTicket(caller, stored), now)
  const perform = (attempt: Attempt) =>
    changeAppointment(
      deps,
      command,
      (stored, now, actor, chosen) => {
        const appointment = moved(stored, now)
        if (!appointment) return undefined
        if (hold && !mayServe(hold, stored)) throw problem('HOLD_GONE')
        // the agent of a hold was chosen when the hold was created
        if (!hold && isOutdated(known, stored)) throw new PlanOutdated()
        const { start, end, duration, timezone } = stored.appointment
        const previous = { start, end, duration, timezone }
        // presence at another start no longer counts, and the outcome is derived again
        const here = { ...withPresenceForgotten(stored, appointment), appointment }
        const service = chosen ? { by: 'MEMBER' as const, ...chosen } : serviceOf(attempt)
        const overridesCalendar = override !== undefined || isExempt(settings, command)
        // if the time stays the same, so does the agent or the search for one
        const { stored: placed, claim }: ServedAppointment = hasSameTime(stored.appointment, appointment)
          ? { stored: here }
          : served(here, service, { newId: deps.newId, now, overridesCalendar })
        const { stored: after, changes } = reconsider(placed, now)
        const { organizerId } = stored.roster
        const more = { previous, ...(plan.overridden && { overridden: [...plan.overridden] }) }
        return {
          after: shown(after, now),
          // the decision is in the last version
          claim: claim && { ...claim, decided: after.appointment.version },
          events: [
            appointmentEvent('APRescheduledEvent', placed.appointment, actor, now, more),
            ...changes.map((change) => outcomeEvent(change.appointment, SYSTEM, now)),
            ...(claim ? [assignmentDecided(after.appointment, claim, organizerId, now)] : []),
          ],
        }
      },
      {
        moves: true,
        ...('choice' in attempt && { choosing: choosingFor(deps, known, attempt) }),
        async beforeStored(tx, now) {
          if (hold) await useHold(tx, deps, hold, now)
        },
        // counted under the lock of the organizer, because another move could take its last place meanwhile
        async afterStored(tx, { appointment }, now) {
          if ('choice' in attempt) return
          for (const candidate of attempt.candidates)
            if (!(await candidates.isBelowMaxima(tx, claimantOf(appointment), candidate, now)))
              throw outside(caller, ['LIMIT_REACHED'])
        },
      },
    )
  const result = await firstFree(plan, perform)
  return readAgain(result, shown(result, deps.clock.now()))
}

/** Whether an appointment has another organizer, decision, queue or time than when its move was planned. */
const isOutdated = (planned: StoredAppointment, present: StoredAppointment): boolean =>
  planned.roster.organizerId !== present.roster.organizerId ||
  otherClaimsOf(planned).decided?.id !== otherClaimsOf(present).decided?.id ||
  queueOf(planned) !== queueOf(present) ||
  !hasSameTime(planned.appointment, present.appointment)

/** Whether the agent of a hold may still serve an appointment: as its organizer, or as a member of its queue. */
const mayServe = ({ agentId, queueId }: StoredHold, stored: StoredAppointment): boolean =>
  (queueId !== undefined && queueId === queueOf(stored)) ||
  stored.roster.organizerId === undefined ||
  stored.roster.organizerId === agentId

const serviceOf = (attempt: Attempt): Service =>
  'service' in attempt ? attempt.service : { by: 'ORGANIZER' }

const heldService = (hold: StoredHold | undefined): Service =>
  hold?.queueId === undefined
    ? { by: 'ORGANIZER' }
    : { by: 'MEMBER', agentId: hold.agentId, assign: hold.assign }

/**
 * Tries the ways to serve a move until one finds free time.
 * @throws Problem the error of the first one, if none does
 */
async function firstFree(
  { attempts }: QueueMovePlan,
  perform: (attempt: Attempt) => Promise<Keyed<StoredAppointment>>,
): Promise<Keyed<StoredAppointment>> {
  let rejection: Problem | undefined
  for (const next of attempts) {
    const attempt = await next()
    if (!attempt) continue
    try {
      return await perform(attempt)
    } catch (error) {
      const isTaken = error instanceof Problem && ['SLOT_TAKEN', 'OUTSIDE_AVAILABILITY'].includes(error.code)
      if (!isTaken) throw error
      rejection ??= error
    }
  }
  throw rejection ?? problem('SLOT_TAKEN')
}

/** Runs a move with the first member of the queue who is free at the new time. */
const choosingFor =
  (deps: Deps, moved: StoredAppointment, { choice }: Extract<Attempt, { choice: unknown }>): Choosing =>
  (change) =>
    takeMember(deps, moved, choice, (tx, agentId, { assign }) => change(tx, { agentId, assign }))
