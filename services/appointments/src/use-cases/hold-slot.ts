import { checkManageGrant, checkMoveCutoff, queueOf, requireOpen } from '@appointments/appointment'
import {
  hasRole,
  isStaff,
  lengthOf,
  problem,
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
import { occupiedBy } from '../domain/occupied.ts'
import { agentsWithClaims, otherClaimsOf } from '../domain/other-claims.ts'
import { checkPublicHold } from '../domain/public-hold.ts'
import { hidingBlocks, rejectionOf } from '../domain/rejection.ts'
import { holdChanged } from '../events.ts'
import { applications } from '../repositories/applications.ts'
import { appointments } from '../repositories/appointments.ts'
import { holds } from '../repositories/holds.ts'
import { serviceTypes } from '../repositories/service-types.ts'
import type { Deps } from './deps.ts'
import { requireOwn } from './get-application.ts'
import { preferredAgents } from './preferred-agents.ts'
import { choiceOf, takeCandidate } from './take-candidate.ts'

/** A hold with its id, which only the response contains, and how much of it the caller sees. */
export interface ShownHold {
  id: string
  hold: StoredHold
  showsAgent: boolean
}

/**
 * Holds a time of one agent for some minutes: of the given agent, or of a member of a queue.
 * @throws Problem HOLDS_NOT_OFFERED if the application allows double booking, so nothing would guarantee the hold
 * @throws Problem SLOT_TAKEN, OUTSIDE_AVAILABILITY if the time is not offered
 * @throws Problem HOLD_LIMIT if the caller has too many live holds
 * @throws Problem UNAUTHORIZED without a token, unless the application offers public holds
 * @throws Problem UNKNOWN_REFERENCE if it follows an appointment that the caller cannot reach
 * @throws Problem UNAVAILABLE if availability does not reply
 */
export const holdSlot =
  (deps: Deps) =>
  ({ caller, request }: { caller: Caller; request: HoldRequest }): Promise<Keyed<ShownHold>> =>
    hidingBlocks(caller, async () => {
      const { pool, clock, outbox } = deps
      const { appointmentId, start } = request
      const moving = appointmentId === undefined ? undefined : await readMoving(deps, caller, request)
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
      const end = endOf(start, duration)
      checkTimes(start, end, application, clock.now())
      const targets = targetsOf(request, serviceType, moving)
      const current = moving && (moving.roster.organizerId ?? otherClaimsOf(moving).reserved)
      const wished = await preferredAgents(deps, caller, request)
      const prefer = current === undefined ? wished : [current]
      const asked: Omit<DecisionRequest, 'target'> = {
        applicationId,
        purpose: 'HOLD',
        start: start.toISOString(),
        end: end.toISOString(),
        bound: !hasRole(caller, 'ROLE_AGENT', 'ROLE_SUPERVISOR'),
        ...(serviceTypeId !== undefined && { serviceTypeId }),
        ...(prefer.length > 0 && { prefer }),
        ...(moving && { ignore: [{ type: 'APPOINTMENT', id: moving.appointment.id }] }),
        // a move may keep its duration, even if the service type no longer offers it
        ...((!moving || lengthOf(duration) !== lengthOf(moving.appointment.duration)) && { duration }),
      }
      const { question, decision } = await decideOnFirstKnown(
        deps,
        targets.map((target) => ({ ...asked, target, requires: requirementsOf(request, target, moving) })),
      )
      const { target } = question
      if (decision.verdict === 'NOT_OFFERED') throw rejectionOf(caller, decision)

      return takeCandidate(deps, {
        claimant: { appointmentId, organizationId: application.organizationId ?? '', applicationId },
        ...choiceOf(deps, question, decision),
        async work(tx, agentId, { occupied, assign }) {
          const now = clock.now()
          const allowance = allowanceOf(caller)
          const { countedAs, times, isPublic } = allowance
          await requireFewHolds(tx, allowance, applicationId, now)
          const id = newHoldId()
          const extendableUntil = new Date(now.getTime() + times.inAllMs)
          const own =
            moving && agentsWithClaims(moving).includes(agentId) ? occupiedBy(moving.appointment) : undefined
          const hold: StoredHold = {
            key: holdKeyOf(id),
            applicationId,
            organizationId: application.organizationId ?? '',
            version: 1,
            countedAs,
            isPublic,
            ...(serviceTypeId !== undefined && { serviceTypeId }),
            ...('queueId' in target && { queueId: target.queueId, assign, requires: question.requires }),
            agentId,
            start: start.toISOString(),
            end: end.toISOString(),
            duration,
            timezone: zoneOf(settings, serviceType, application),
            occupied,
            claims: without(occupied, own),
            ...(appointmentId !== undefined && { appointmentId }),
            ttl: times,
            madeAt: now,
            expiresAt: expiryOf(request.ttl, { times, extendableUntil, now }),
            extendableUntil,
          }
          holds.insert(tx, hold)
          outbox.append(tx, holdChanged(hold, now))
          return { id, hold, showsAgent: isStaff(caller) || settings.showAgents }
        },
      })
    })

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

/** The wanted duration, otherwise that of the appointment that moves, otherwise the only one of the service type. */
function durationOf(
  { duration }: HoldRequest,
  serviceType: ServiceType | undefined,
  moving: StoredAppointment | undefined,
): string {
  const [only, ...others] = serviceType?.durations ?? []
  const chosen = duration ?? moving?.appointment.duration ?? (others.length === 0 ? only : undefined)
  if (chosen !== undefined && lengthOf(chosen) > 0) return chosen
  throw problem('VALIDATION_FAILED', {
    errors: [
      {
        pointer: '/duration',
        code: 'REQUIRED',
        message: 'is required unless the service type has exactly one',
      },
    ],
  })
}

/** The agent or the queue whose time is held. */
type HeldTarget = { agentId: string } | { queueId: string }

/**
 * The agent or the queue whose time is held. A move keeps its queue; without one, or if the directory does not have it
 * any more, the organizer.
 * @returns at least one, in the order in which they are tried
 * @throws Problem CALENDAR_NOT_FOUND if nothing names an agent or a queue
 */
function targetsOf(
  { agentId, queueId }: HoldRequest,
  serviceType: ServiceType | undefined,
  moving: StoredAppointment | undefined,
): HeldTarget[] {
  const movedQueue = moving && queueOf(moving)
  const organizer = moving?.roster.organizerId
  const kept: HeldTarget[] = [
    ...(movedQueue === undefined ? [] : [{ queueId: movedQueue }]),
    ...(organizer === undefined ? [] : [{ agentId: organizer }]),
  ]
  if (kept.length > 0) return kept
  if (agentId !== undefined) return [{ agentId }]
  const queue = queueId ?? serviceType?.queueId
  if (queue === undefined) throw problem('CALENDAR_NOT_FOUND')
  return [{ queueId: queue }]
}

/** The requirements of a request and, if the appointment stays in its queue, those of its booking. */
function requirementsOf(
  { language, skills }: HoldRequest,
  target: HeldTarget,
  moving: StoredAppointment | undefined,
): DecisionRequest['requires'] {
  const booked = 'queueId' in target ? moving?.appointment.assignment?.requires : undefined
  if (language === undefined && !skills) return booked
  return {
    skills: [...(booked?.skills ?? []), ...(skills ?? [])],
    languages: [...(booked?.languages ?? []), ...(language === undefined ? [] : [language])],
  }
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
    if (!decision) throw problem('UNAVAILABLE', { retryAfter: 2 })
    if (decision.known) return { question, decision }
  }
  throw problem(questions.some(({ target }) => 'agentId' in target) ? 'AGENT_NOT_FOUND' : 'QUEUE_NOT_FOUND')
}

const zoneOf = (
  { defaults }: AvailabilitySettings,
  serviceType: ServiceType | undefined,
  { defaultTimezone }: { defaultTimezone?: string | undefined },
) => serviceType?.timezone ?? defaults.timezone ?? defaultTimezone ?? 'UTC'

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
