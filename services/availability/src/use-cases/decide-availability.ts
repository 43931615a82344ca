import { instant, type Candidate, type Decision, type ReceivedDecisionRequest } from '@appointments/contracts'
import { maximaOf } from '../domain/agent-calendar.ts'
import { decideOnAgent, decideOnQueue, judge, type Contender, type Verdict } from '../domain/decide.ts'
import { allOf } from '../domain/eligibility.ts'
import { meets } from '../domain/intervals.ts'
import { limitsAt } from '../domain/maxima.ts'
import { millisecondsAt } from '../domain/minutes.ts'
import { zoneClock } from '../domain/zone-clock.ts'
import { queues } from '../repositories/directory.ts'
import { applicationTime } from './application-time.ts'
import { createBatchPlan, type BatchPlan } from './batch-plan.ts'
import { contenderOf } from './contender.ts'
import type { Deps } from './deps.ts'
import { questionOf, type OpenQuestion } from './question.ts'
import { monthOf, rankMembers } from './rank-members.ts'

type DecideDeps = Pick<Deps, 'pool' | 'clock' | 'calendars' | 'holidays' | 'meters'>

/** Agents that a decision lists. */
const MOST_CANDIDATES = 50

/** Decides whether times are offered, and by which agents. Each request treats the ones before it as booked. */
export const decideAvailability =
  (deps: DecideDeps) =>
  async (requests: readonly ReceivedDecisionRequest[]): Promise<Decision[]> => {
    const plan = createBatchPlan()
    const decisions: Decision[] = []
    for (const request of requests) {
      const question = await questionOf(deps, request)
      const decision = await decideOne(deps, plan, request, question)
      plan.place(question.application.organizationId, request, decision)
      for (const reason of decision.reasons) deps.meters.rejections.count({ reason })
      decisions.push(decision)
    }
    return decisions
  }

const UNKNOWN = { isOffered: false, onlyTaken: false, candidates: [] }

async function decideOne(
  deps: DecideDeps,
  plan: BatchPlan,
  request: ReceivedDecisionRequest,
  question: OpenQuestion,
): Promise<Decision> {
  const { target } = request
  if (!target) return decisionOf(question, onGridAlone(question), { known: true })
  if ('queueId' in target) return decideForQueue(deps, plan, request, question, target.queueId)
  return decideForAgent(deps, plan, request, question, target.agentId)
}

/** Without an agent, the grid, the notice, the horizon and the application's holidays decide. */
function onGridAlone({ common, wanted, time }: OpenQuestion): Verdict {
  const onHoliday = meets(time.holidays, wanted.start, wanted.start + wanted.duration)
  const reasons = [...common, ...(onHoliday ? ['HOLIDAY' as const] : [])]
  return { isOffered: reasons.length === 0, reasons, onlyTaken: false, candidates: [] }
}

async function decideForAgent(
  { calendars }: DecideDeps,
  plan: BatchPlan,
  request: ReceivedDecisionRequest,
  question: OpenQuestion,
  agentId: string,
): Promise<Decision> {
  const { organizationId } = question.application
  const ignored = [...request.ignore, ...plan.moved]
  const calendar = await calendars.ofAgent(organizationId, agentId, question.reach, ignored)
  if (!calendar) return decisionOf(question, { ...UNKNOWN, reasons: ['AGENT_UNKNOWN'] }, { known: false })
  if (request.exclude.includes(agentId))
    return decisionOf(question, { ...UNKNOWN, reasons: ['NOBODY_FREE'] }, { known: true })
  const planned = plan.applied(organizationId, calendar)
  const contender = contenderOf(question, planned, allOf(question.serviceType?.requires, request.requires))
  const [judged] = judge([contender], question)
  const verdict = judged ? decideOnAgent(judged) : { ...UNKNOWN, reasons: [] }
  return decisionOf(question, verdict, { known: true })
}

async function decideForQueue(
  deps: DecideDeps,
  plan: BatchPlan,
  request: ReceivedDecisionRequest,
  question: OpenQuestion,
  queueId: string,
): Promise<Decision> {
  const { organizationId: organization } = question.application
  const queue = await queues.find(deps.pool, organization, queueId)
  if (!queue) return decisionOf(question, { ...UNKNOWN, reasons: ['NOBODY_FREE'] }, { known: false })
  const { start } = question.wanted
  const month = monthOf(question.grid.clock, start)
  // the share of ROUND_ROBIN needs the whole month, with its holidays
  const { from, to } = question.reach
  const isShared = queue.strategy === 'ROUND_ROBIN'
  const window = isShared ? { from: Math.min(from, month.from), to: Math.max(to, month.to) } : { from, to }
  const { application, serviceType } = question
  const time = isShared ? await applicationTime(deps, application, serviceType, window) : question.time
  const { calendars: members } = await deps.calendars.ofQueue(organization, queueId, window, [
    ...request.ignore,
    ...plan.moved,
  ])
  const requirements = allOf(queue.requires, question.serviceType?.requires, request.requires)
  const contenders = members
    .filter(({ agent }) => !request.exclude.includes(agent.id))
    .map((calendar) => contenderOf({ ...question, time }, plan.applied(organization, calendar), requirements))
  const rankOf = await rankMembers(deps, plan, { organization, queue, start, month })
  const verdict = decideOnQueue(judge(contenders, question), question.common, {
    rankOf,
    prefer: request.prefer,
  })
  return { ...decisionOf(question, verdict, { known: true }), assign: queue.assign }
}

function decisionOf(
  question: OpenQuestion,
  { isOffered, reasons, onlyTaken, candidates }: Verdict,
  { known }: { known: boolean },
): Decision {
  return {
    verdict: isOffered ? 'FREE' : 'NOT_OFFERED',
    reasons,
    onlyTaken,
    known,
    occupied: question.occupied,
    candidates: candidates
      .slice(0, MOST_CANDIDATES)
      .map(({ contender, reasons: against }) => candidateOf(question, contender, against)),
    more: candidates.length > MOST_CANDIDATES,
  }
}

function candidateOf(
  { time, wanted }: OpenQuestion,
  { agentId, calendar }: Contender,
  reasons: Candidate['reasons'],
): Candidate {
  const limits = limitsAt(zoneClock(calendar.agent.timezone), maximaOf(calendar, time), wanted.start)
  return {
    agentId,
    limits: limits.map(({ from, to, ...limit }) => ({
      ...limit,
      from: instant(millisecondsAt(from)),
      to: instant(millisecondsAt(to)),
    })),
    offered: reasons.length === 0,
    reasons,
  }
}
