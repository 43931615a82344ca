import { checkManageGrant, checkMoveCutoff, hasSameTime, requireOpen } from '@appointments/appointment'
import {
  hasRole,
  isStaff,
  lengthOf,
  problem,
  type Application,
  type AvailabilitySettings,
  type Caller,
  type Decision,
  type DecisionRequest,
  type HoldRequest,
  type ServiceType,
} from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import type { Tx } from '@appointments/postgres'
import { checkTimes, endOf, type StoredAppointment } from '../domain/appointment.ts'
import { expiryOf, holdKeyOf, newHoldId, without, type StoredHold } from '../domain/hold.ts'
import { allowanceOf, MOST_PUBLIC, type HoldAllowance } from '../domain/hold-allowance.ts'
import { occupiedAfterMove, occupiedBy } from '../domain/occupied.ts'
import { agentsWithClaims, otherClaimsOf } from '../domain/other-claims.ts'
import { durationOf, requirementsOf, targetsOf, zoneOf, type HeldTarget } from '../domain/hold-request.ts'
import { checkPublicHold } from '../domain/public-hold.ts'
import { hidingBlocks, rejectionOf } from '../domain/rejection.ts'
import { requireOffered } from '../domain/reschedule.ts'
import { holdChanged } from '../events.ts'
import { applications } from '../repositories/applications.ts'
import { appointments } from '../repositories/appointments.ts'
import { holds } from '../repositories/holds.ts'
import { serviceTypes } from '../repositories/service-types.ts'
import type { Deps } from './deps.ts'
import { requireOwn } from './get-application.ts'
import { preferredAgents } from './preferred-agents.ts'
import { appointmentLock } from './locks.ts'
import { planAgainIfOutdated, PlanOutdated } from './plan-again.ts'
import { choiceOf, takeCandidate } from './take-candidate.ts'
import { noDecision } from './no-decision.ts'

/** A hold with its id, which only the response contains, and how much of it the caller sees. */
export interface ShownHold {
  id: string
  hold: StoredHold
  showsAgent: boolean
}

/**
 * Holds a time of one agent for some minutes: the given agent, or a member of a queue.
 * @throws Problem HOLDS_NOT_OFFERED if the application allows double booking, so nothing would guarantee the hold
 * @throws Problem SLOT_TAKEN, OUTSIDE_AVAILABILITY if the time is not offered
 * @throws Problem HOLD_LIMIT if the caller has too many live holds
 * @throws Problem UNAUTHORIZED without a token, unless the application offers public holds
 * @throws Problem UNKNOWN_REFERENCE if it follows an appointment that the caller cannot reach
 * @throws Problem UNAVAILABLE if availability does not reply
 */
export const holdSlot =
  (deps: Deps) =>
  ({ caller, request }: HoldSlot): Promise<Keyed<ShownHold>> =>
    hidingBlocks(caller, () => planAgainIfOutdated(() => holdAsPlanned(deps, { caller, request })))

/** @throws PlanOutdated if the appointment that the hold is for is moved meanwhile */
async function holdAsPlanned(deps: Deps, { caller, request }: HoldSlot): Promise<Keyed<ShownHold>> {
  const wanted = await readWanted(deps, { caller, request })
  const { question, decision } = await decideOnFirstKnown(deps, await questionsOf(deps, wanted))
  if (decision.verdict === 'NOT_OFFERED') throw rejectionOf(caller, decision)
  const { application, moving } = wanted
  return takeCandidate(deps, {
    ...choiceOf(deps, question, decision),
    claimant: {
      appointmentId: request.appointmentId,
      organizationId: application.organizationId ?? '',
      applicationId: application.id,
    },
    work: (tx, agentId, { occupied, assign }) =>
      store(deps, tx, wanted, { question, agentId, occupied, assign }),
    ...(moving && {
      // the hold claims no time that the appointment occupies
      begin: async (tx) => {
        const { appointment } = await appointments.lock(tx, caller, moving.appointment.id)
        if (!hasSameTime(moving.appointment, appointment)) throw new PlanOutdated()
        return []
      },
      locks: [appointmentLock(moving.appointment.id)],
    }),
  })
}

interface HoldSlot {
  caller: Caller
  request: HoldRequest
}

/** A permitted request with everything that was read about it. */
interface Wanted extends HoldSlot {
  application: Application
  settings: AvailabilitySettings
  serviceTypeId: string | undefined
  serviceType: ServiceType | undefined
  /** The appointment that moves to the held time. */
  moving: StoredAppointment | undefined
  start: string
  end: string
  duration: string
}

/** Reads everything that a request depends on, and checks that the caller may hold the time. */
async function readWanted(deps: Deps, { caller, request }: HoldSlot): Promise<Wanted> {
  const { pool, clock } = deps
  const moving = request.appointmentId === undefined ? undefined : await readMoving(deps, caller, request)
  // the schema requires one of the two
  const applicationId = moving?.appointment.applicationId ?? request.applicationId ?? ''
  const known = await applications.readWithSettings(pool, applicationId)
  const serviceTypeId = request.serviceTypeId ?? moving?.appointment.serviceTypeId
  const serviceType =
    serviceTypeId === undefined ? undefined : await serviceTypes.find(pool, applicationId, serviceTypeId)
  if (!moving && !isStaff(caller)) {
    if (caller.customer)
      throw problem('FORBIDDEN', 'A customer can hold a time only to move its own appointment.')
    checkPublicHold(caller, { ...request, applicationId }, { ...known, serviceType })
  }
  if (!known) throw problem('APPLICATION_NOT_FOUND')
  const { application, settings } = known
  if (!moving) requireOwn(application, caller)
  if (application.overlapPolicy !== 'REJECT') throw problem('HOLDS_NOT_OFFERED')
  if (moving) checkMoveCutoff(moving.appointment, settings, caller, clock.now())
  if (request.serviceTypeId !== undefined && !serviceType) throw problem('SERVICE_TYPE_NOT_FOUND')
  const duration = durationOf(request, serviceType, moving)
  // the move does not check the duration of its hold again
  if (moving && !isStaff(caller))
    requireOffered(
      duration,
      moving,
      request.serviceTypeId === undefined ? serviceType : await ownServiceType(deps, moving),
    )
  const end = endOf(request.start, duration)
  checkTimes(request.start, end, application, clock.now())
  const times = { start: request.start.toISOString(), end: end.toISOString(), duration }
  return { caller, request, application, settings, serviceTypeId, serviceType, moving, ...times }
}

/** The service type of an appointment; undefined if it has none, or none that is active. */
async function ownServiceType({ pool }: Pick<Deps, 'pool'>, { appointment }: StoredAppointment) {
  const { applicationId, serviceTypeId } = appointment
  return serviceTypeId === undefined ? undefined : serviceTypes.find(pool, applicationId, serviceTypeId)
}

/**
 * The questions for availability, one for each target.
 * @throws Problem CALENDAR_NOT_FOUND, UNKNOWN_REFERENCE
 */
async function questionsOf(deps: Deps, wanted: Wanted): Promise<HoldQuestion[]> {
  const { caller, request, application, serviceTypeId, serviceType, moving, start, end, duration } = wanted
  const targets = targetsOf(request, serviceType, moving)
  const current = moving && (moving.roster.organizerId ?? otherClaimsOf(moving).reserved)
  const wished = await preferredAgents(deps, caller, request)
  const prefer = current === undefined ? wished : [current]
  const asked: Omit<DecisionRequest, 'target'> = {
    applicationId: application.id,
    purpose: 'HOLD',
    start,
    end,
    bound: !hasRole(caller, 'ROLE_AGENT', 'ROLE_SUPERVISOR'),
    ...(serviceTypeId !== undefined && { serviceTypeId }),
    ...(prefer.length > 0 && { prefer }),
    ...(moving && {
      ignore: [{ type: 'APPOINTMENT', id: moving.appointment.id }],
      occupied: occupiedAfterMove(moving.appointment, { start, end }) ?? { from: start, to: end },
    }),
    // a move may keep its duration, even if the service type no longer offers it
    ...((!moving || lengthOf(duration) !== lengthOf(moving.appointment.duration)) && { duration }),
  }
  return targets.map((target) => ({ ...asked, target, requires: requirementsOf(request, target, moving) }))
}

interface Found extends Pick<Decision, 'assign'>, Pick<StoredHold, 'agentId' | 'occupied'> {
  question: HoldQuestion
}

/** Stores the hold of an agent whose time is free. */
async function store(
  { clock, outbox }: Deps,
  tx: Tx,
  wanted: Wanted,
  { question, agentId, occupied, assign }: Found,
): Promise<ShownHold> {
  const { caller, request, application, settings, serviceTypeId, serviceType, moving } = wanted
  const { target, requires } = question
  const now = clock.now()
  const allowance = allowanceOf(caller)
  const { countedAs, times, isPublic } = allowance
  await requireFewHolds(tx, allowance, application.id, now)
  const id = newHoldId()
  const extendableUntil = new Date(now.getTime() + times.inAllMs)
  const own =
    moving && agentsWithClaims(moving).includes(agentId) ? occupiedBy(moving.appointment) : undefined
  const hold: StoredHold = {
    key: holdKeyOf(id),
    applicationId: application.id,
    organizationId: application.organizationId ?? '',
    version: 1,
    countedAs,
    isPublic,
    ...(serviceTypeId !== undefined && { serviceTypeId }),
    ...('queueId' in target && { queueId: target.queueId, assign, requires }),
    agentId,
    start: wanted.start,
    end: wanted.end,
    duration: wanted.duration,
    timezone: zoneOf(settings, serviceType, application),
    occupied,
    claims: without(occupied, own),
    ...(request.appointmentId !== undefined && { appointmentId: request.appointmentId }),
    ttl: times,
    madeAt: now,
    expiresAt: expiryOf(request.ttl, { times, extendableUntil, now }),
    extendableUntil,
  }
  holds.insert(tx, hold)
  outbox.append(tx, holdChanged(hold, now))
  return { id, hold, showsAgent: isStaff(caller) || settings.showAgents }
}

/** The appointment to move, if the caller may move it. */
async function readMoving(
  { pool }: Deps,
  caller: Caller,
  { applicationId, appointmentId = '' }: HoldRequest,
): Promise<StoredAppointment> {
  const stored = await appointments.read(pool, caller, appointmentId)
  checkManageGrant(caller, stored, 'RESCHEDULE')
  if (applicationId !== undefined && stored.appointment.applicationId !== applicationId)
    throw problem('APPOINTMENT_NOT_FOUND')
  requireOpen(stored.appointment)
  return stored
}

type HoldQuestion = DecisionRequest & { target: HeldTarget }

/**
 * Asks availability about the first target that the directory has.
 * @throws Problem UNAVAILABLE, AGENT_NOT_FOUND, QUEUE_NOT_FOUND
 */
async function decideOnFirstKnown(
  { decide }: Pick<Deps, 'decide'>,
  questions: readonly HoldQuestion[],
): Promise<{ question: HoldQuestion; decision: Decision }> {
  for (const question of questions) {
    const decision = await decide(question)
    if (!decision) throw noDecision()
    if (decision.known) return { question, decision }
  }
  throw problem(questions.some(({ target }) => 'agentId' in target) ? 'AGENT_NOT_FOUND' : 'QUEUE_NOT_FOUND')
}

/**
 * Counts the holds of the caller, and those of the public, under a lock.
 * @throws Problem HOLD_LIMIT
 */
async function requireFewHolds(
  tx: Tx,
  { countedAs, mostLive, mostAnHour, isPublic }: HoldAllowance,
  applicationId: string,
  now: Date,
): Promise<void> {
  const own = await holds.count(tx, countedAs, now)
  if (own.live >= mostLive && own.firstEnd)
    throw tooMany(`At most ${holdsOf(mostLive)} may be live at a time.`, own.firstEnd, now)
  if (mostAnHour !== undefined && own.madeInHour >= mostAnHour && own.hourEnd)
    throw tooMany(`At most ${holdsOf(mostAnHour)} may be made in an hour.`, own.hourEnd, now)
  if (!isPublic) return
  const { live, firstEnd } = await holds.countPublic(tx, applicationId, now)
  if (live >= MOST_PUBLIC && firstEnd)
    throw tooMany('The application has the maximum number of public holds.', firstEnd, now)
}

const holdsOf = (count: number) => (count === 1 ? '1 hold' : `${count} holds`)

const tooMany = (detail: string, until: Date, now: Date) =>
  problem('HOLD_LIMIT', {
    detail,
    retryAfter: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)),
  })
