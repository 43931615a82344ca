import { queueOf, rejectsOverlaps } from '@appointments/appointment'
import { Problem, type Decision, type DecisionRequest } from '@appointments/contracts'
import {
  dueAt,
  leadOf,
  nextTry,
  nextTryUnchecked,
  withAssignment,
  withoutReservation,
} from '../domain/assignment.ts'
import { unchecked } from '../domain/booking-policy.ts'
import { occupiedBy } from '../domain/occupied.ts'
import { otherClaimsOf, withOtherClaims } from '../domain/other-claims.ts'
import type { StoredAppointment } from '../domain/stored-appointment.ts'
import { appointments } from '../repositories/appointments.ts'
import { availabilitySettings } from '../repositories/availability-settings.ts'
import type { Deps } from './deps.ts'
import { appointmentLock } from './locks.ts'
import type { SettleSlots } from './settle-slots.ts'
import { storeMember, storeWaiting, waits, type Member, type Search } from './store-assignment.ts'
import { choiceOf, offeredOf, takeMember } from './take-candidate.ts'

const BATCH = 20
/** Concurrent searches: few, to leave availability free for requests of callers. */
const AT_ONCE = 4
/** How long a replica has for the searches that it has begun. */
const LEASE_MS = 30_000

/** The result of a search for a member. */
export type SearchOutcome = 'assigned' | 'reserved' | 'failed' | 'unchecked'

type SearchDeps = Deps & {
  /** Asks the participants service about a decision that it has not replied to. */
  settle: SettleSlots
  onSearched: (outcome: SearchOutcome) => void
}

/**
 * Looks for queue members for appointments that wait for one: because none was free at the booking, because the queue
 * assigns before the start, or because the calendar of a reserved member has changed. Any replica may do this. Once a
 * replica has claimed an appointment, the others skip it for 30 seconds. If the appointment is moved meanwhile, or the
 * calendar of its reserved member changes, the result is not stored, and another search follows.
 * @returns true if there may be more
 * @throws AggregateError with the errors of the failed searches, after all others have ended
 */
export const assignDueAppointments = (deps: SearchDeps) => async (): Promise<boolean> => {
  const now = deps.clock.now()
  const until = new Date(now.getTime() + LEASE_MS)
  const due = await appointments.takeToAssign(deps.pool, now, until, BATCH)
  const failures: unknown[] = []
  for (let first = 0; first < due.length; first += AT_ONCE)
    await Promise.all(
      due
        .slice(first, first + AT_ONCE)
        .map((id) => findMember(deps, { id, until }).catch((error: unknown) => failures.push(error))),
    )
  if (failures.length > 0) throw new AggregateError(failures, 'appointments could not be assigned')
  return due.length === BATCH
}

async function findMember(deps: SearchDeps, search: Search): Promise<void> {
  const { id } = search
  const stored = await appointments.find(deps.pool, id)
  if (!stored) return
  if (!waits(stored)) return storeWaiting(deps, search, withoutReservation)
  const { decided, reserved } = otherClaimsOf(stored)
  // the participants service may still store the decision, unless it is asked not to
  if (decided && rejectsOverlaps(stored)) return deps.settle([id])
  const { appointment } = stored
  const start = new Date(appointment.start)
  const now = deps.clock.now()
  if (now >= start) return giveUp(deps, search)
  const question = questionOf(stored)
  const decision = await deps.decide(question)
  if (decision) return follow(deps, search, stored, question, decision)
  const isDue = new Date(appointment.assignment?.dueAt ?? now) <= now
  // the last chance: the reservation proves that the time is free
  if (reserved !== undefined && isDue && nextTry(appointment, now) >= start)
    return take(deps, search, { agentId: reserved })
  deps.onSearched('unchecked')
  return storeWaiting(deps, search, (current, at) => ({
    ...(reserved === undefined ? withAssignment(current, { reason: unchecked.code }, at) : current),
    assignAt: nextTryUnchecked(appointment, at),
  }))
}

/** At the start, the search ends. */
async function giveUp(deps: SearchDeps, search: Search): Promise<void> {
  await storeWaiting(deps, search, (current, now) =>
    withOtherClaims(
      { ...withAssignment(current, { state: 'FAILED' }, now), assignAt: undefined },
      { reserved: undefined },
    ),
  )
  deps.onSearched('failed')
}

function questionOf(stored: StoredAppointment): DecisionRequest {
  const { appointment } = stored
  const { against, requires } = appointment.assignment ?? {}
  const { reserved } = otherClaimsOf(stored)
  return {
    applicationId: appointment.applicationId,
    purpose: 'ASSIGN',
    start: appointment.start,
    end: appointment.end,
    target: { queueId: queueOf(stored) ?? '' },
    ...(appointment.serviceTypeId !== undefined && { serviceTypeId: appointment.serviceTypeId }),
    ...(reserved !== undefined && { prefer: [reserved] }),
    ...(against !== undefined && { exclude: [against] }),
    ...(requires && { requires }),
    ignore: [{ type: 'APPOINTMENT', id: appointment.id }],
    occupied: occupiedBy(appointment),
    bound: false,
  }
}

/** Assigns, reserves or keeps a member, as availability has decided. */
async function follow(
  deps: SearchDeps,
  search: Search,
  stored: StoredAppointment,
  question: DecisionRequest,
  decision: Decision,
): Promise<void> {
  const { pool, clock } = deps
  const { appointment } = stored
  const { id } = appointment
  const lead = leadOf(decision.assign)
  const due = dueAt(appointment.start, lead, clock.now())
  const isNow = due <= clock.now()
  const { reserved } = otherClaimsOf(stored)
  const isKept = offeredOf(decision).some(({ agentId }) => agentId === reserved)
  if (!isNow && isKept) return storeWaiting(deps, search, (current) => ({ ...current, assignAt: due }))
  const { availabilityPolicy } = await availabilitySettings.ofAppointment(pool, id)
  const enforces = availabilityPolicy === 'ENFORCE' && !appointment.assignment?.overridesCalendar
  // only a member who is open replaces a reservation
  const mayBeClosed = !enforces && (isNow || reserved === undefined)
  const eligible = mayBeClosed ? (one: Decision) => one.candidates : offeredOf
  const memberOf = (agentId: string): Member => ({ agentId, lead, ...(!isNow && { until: due }) })
  const [first] = eligible(decision)
  try {
    if (!first) throw new NobodyFound(decision)
    const isProved = rejectsOverlaps(stored) && !appointment.overlaps
    if (!isProved) {
      await take(deps, search, memberOf(first.agentId))
      return
    }
    await takeMember(deps, stored, choiceOf(deps, question, decision, eligible), (tx, agentId) =>
      storeMember(deps, tx, search, memberOf(agentId)),
    )
    deps.onSearched(isNow ? 'assigned' : 'reserved')
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === undefined) throw error
    await storeWaiting(deps, search, (current, now) => {
      const retry = nextTry(appointment, now)
      return {
        ...withAssignment(current, { reason, ...(isNow && { state: 'FAILED' }) }, now),
        assignAt: !isNow && due < retry ? due : retry,
      }
    })
    if (isNow) deps.onSearched('failed')
  }
}

/** Takes a member without checking whether its time is free. */
async function take(deps: SearchDeps, search: Search, member: Member): Promise<void> {
  await deps.transaction((tx) => storeMember(deps, tx, search, member), [appointmentLock(search.id)])
  deps.onSearched(member.until ? 'reserved' : 'assigned')
}

/** No member can be chosen. */
class NobodyFound extends Error {
  readonly reason: string

  constructor({ known, reasons: [reason = 'NOBODY_FREE'] }: Decision) {
    super('no member of the queue can be chosen')
    this.reason = known ? reason : 'QUEUE_NOT_FOUND'
  }
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof NobodyFound) return error.reason
  return error instanceof Problem && error.code === 'SLOT_TAKEN' ? 'NOBODY_FREE' : undefined
}
