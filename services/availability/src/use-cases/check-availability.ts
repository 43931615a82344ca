import {
  hasRole,
  instant,
  type AvailabilityCheck,
  type AvailabilityCheckRequest,
  type Caller,
  type UnavailableReason,
} from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import { seesAppointmentsOf } from '../domain/access.ts'
import { judge, type Judged } from '../domain/decide.ts'
import { allOf } from '../domain/eligibility.ts'
import { causesOf, occupiedTimes, type OccupiedTime } from '../domain/occupied-times.ts'
import { inOrder } from '../domain/reasons.ts'
import { memberships } from '../repositories/memberships.ts'
import { queues } from '../repositories/directory.ts'
import { storedTimes } from '../repositories/stored-times.ts'
import { contenderOf } from './contender.ts'
import type { Deps } from './deps.ts'
import { offerTarget, type OfferTarget } from './offer-target.ts'
import { questionOf, type OpenQuestion } from './question.ts'

type CheckDeps = Pick<Deps, 'pool' | 'transaction' | 'clock' | 'calendars' | 'holidays'>

/** Agents that a check lists. */
const MOST_AGENTS = 50
const MINUTE_MS = 60_000

interface CheckAvailability {
  caller: Caller
  request: AvailabilityCheckRequest
}

/**
 * Checks whether a time is offered, and explains why not, for each agent who might serve it. Agents who offer it come
 * first.
 * @throws Problem APPLICATION_NOT_FOUND, SERVICE_TYPE_NOT_FOUND, QUEUE_NOT_FOUND, CALENDAR_NOT_FOUND, VALIDATION_FAILED
 */
export const checkAvailability =
  (deps: CheckDeps) =>
  async ({ caller, request }: CheckAvailability): Promise<Keyed<AvailabilityCheck>> => {
    const target = await offerTarget(deps, { caller, query: request, durationAt: { pointer: '/duration' } })
    const start = request.start.getTime()
    const { duration, serviceType, applicationId, buffers } = target
    const question = await questionOf(deps, {
      applicationId,
      purpose: 'BOOK',
      serviceTypeId: serviceType?.id,
      start: instant(start),
      end: instant(start + duration.ms),
      duration: duration.isOffered ? undefined : duration.text,
      bound: !hasRole(caller, 'ROLE_AGENT', 'ROLE_SUPERVISOR'),
      ...(buffers && {
        occupied: {
          from: instant(start - buffers.bufferBefore * MINUTE_MS),
          to: instant(start + duration.ms + buffers.bufferAfter * MINUTE_MS),
        },
      }),
    })
    const judged = await judgeAll(deps, target, question, request)
    const offering = judged.filter(({ reasons }) => reasons.length === 0)
    const isOffered = offering.length > 0
    const noMemberIsFree = target.queueId !== undefined && !judged.some(({ isFree }) => isFree)
    const result: AvailabilityCheck = {
      offered: isOffered,
      reasons: isOffered
        ? []
        : inOrder([
            ...question.common,
            ...judged.flatMap(({ reasons }) => reasons),
            ...(noMemberIsFree ? ['NOBODY_FREE' as const] : []),
          ]),
      agents: await agentsOf(deps, caller, { target, question }, [
        ...offering,
        ...judged.filter(({ reasons }) => reasons.length > 0),
      ]),
    }
    return deps.transaction(() => result)
  }

/** An agent with the reasons against it. */
type Checked = Pick<Judged, 'reasons' | 'isFree'> & { agentId: string }

async function judgeAll(
  { pool, calendars }: CheckDeps,
  { application, agentId, queueId, ignored, serviceType, requires }: OfferTarget,
  question: OpenQuestion,
  { queueId: namedQueue, skills = [], language }: AvailabilityCheckRequest,
): Promise<Checked[]> {
  const organization = application.organizationId
  const asked = { skills, languages: language === undefined ? [] : [language] }
  if (queueId !== undefined) {
    const queue = await queues.get(pool, organization, queueId)
    const { calendars: members } = await calendars.ofQueue(organization, queueId, question.reach, ignored)
    const requirements = allOf(queue.requires, serviceType?.requires, requires, asked)
    return checked(
      judge(
        members.map((calendar) => contenderOf(question, calendar, requirements)),
        question,
      ),
    )
  }
  const id = agentId ?? ''
  const calendar = await calendars.ofAgent(organization, id, question.reach, ignored)
  if (!calendar) return [{ agentId: id, isFree: false, reasons: ['AGENT_UNKNOWN'] }]
  const judged = judge([contenderOf(question, calendar, allOf(serviceType?.requires, asked))], question)
  const isMember =
    namedQueue === undefined ||
    (await memberships.queuesOf(pool, organization, id)).some((queue) => queue.queueId === namedQueue)
  return checked(judged).map((one) =>
    isMember ? one : { ...one, isFree: false, reasons: inOrder([...one.reasons, 'NOT_A_MEMBER']) },
  )
}

const checked = (judged: readonly Judged[]): Checked[] =>
  judged.map(({ contender, reasons, isFree }) => ({ agentId: contender.agentId, reasons, isFree }))

/** The agents of the response, with the times behind their reasons. */
async function agentsOf(
  { pool, clock }: CheckDeps,
  caller: Caller,
  { target, question }: { target: OfferTarget; question: OpenQuestion },
  judged: readonly Checked[],
): Promise<AvailabilityCheck['agents']> {
  const listed = judged.slice(0, MOST_AGENTS)
  const stored = await storedTimes(
    pool,
    target.application.organizationId,
    listed.map(({ agentId }) => agentId),
    { from: new Date(question.occupied.from), to: new Date(question.occupied.to) },
    clock.now(),
  )
  const ignored = new Set(target.ignored.map(({ id }) => id))
  return listed.map(({ agentId, reasons }) => {
    const calendar = stored.find((one) => one.agentId === agentId)
    const times = calendar ? occupiedTimes(calendar) : []
    const others = times.filter(({ appointmentId = '' }) => !ignored.has(appointmentId))
    const sees = seesAppointmentsOf(caller, agentId)
    return {
      agentId,
      offered: reasons.length === 0,
      reasons: reasons.flatMap((code) => explained(code, others, sees)),
    }
  })
}

function explained(code: UnavailableReason, times: readonly OccupiedTime[], seesAppointments: boolean) {
  const causes = causesOf(code, times)
  if (causes.length === 0) return [{ code }]
  return causes.map(({ from, until, appointmentId }) => ({
    code,
    from: instant(from),
    until: instant(until),
    ...(seesAppointments && appointmentId !== undefined && { appointmentId }),
  }))
}
