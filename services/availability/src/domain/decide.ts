import type { UnavailableReason } from '@appointments/contracts'
import type { AgentCalendar } from './agent-calendar.ts'
import type { Grid } from './grid.ts'
import type { AgentTime } from './offers.ts'
import { ranked, type Rank } from './ranking.ts'
import { agentReasons, inOrder, isFree, type WantedTime } from './reasons.ts'

/** An agent who might serve a time. */
export interface Contender {
  agentId: string
  /** As it applies to the application. */
  calendar: AgentCalendar
  time: AgentTime
  /** Why the agent cannot serve the request whatever the time. */
  obstacles: readonly UnavailableReason[]
}

/** The time that is asked for. */
export interface Question {
  wanted: WantedTime
  grid: Grid
  /** Why the time is offered by no one. */
  common: readonly UnavailableReason[]
}

/** An agent with the reasons against it; none: it offers the time. */
export interface Judged {
  contender: Contender
  reasons: UnavailableReason[]
  /** Whether the agent would be free at the time if everyone could be asked for it. */
  isFree: boolean
}

/** The decision about a time. */
export interface Verdict {
  isOffered: boolean
  reasons: UnavailableReason[]
  /** Whether at least one agent is only booked or held. */
  onlyTaken: boolean
  /** In the order of preference. */
  candidates: Judged[]
}

/** Why each agent cannot serve a time. */
export const judge = (contenders: readonly Contender[], { wanted, grid, common }: Question): Judged[] =>
  contenders.map((contender) => {
    const { calendar, time, obstacles } = contender
    const free = isFree(time, wanted, grid)
    const own = [...obstacles, ...(free ? [] : agentReasons(calendar, time, wanted))]
    return { contender, isFree: own.length === 0, reasons: inOrder([...common, ...own]) }
  })

const TAKEN: readonly UnavailableReason[] = ['BOOKED', 'HELD']
const CLOSED: readonly UnavailableReason[] = [
  'CLOSED',
  'ABSENT',
  'HOLIDAY',
  'TOO_SOON',
  'TOO_FAR',
  'NOT_ALIGNED',
  'DURATION_NOT_OFFERED',
]
const areAll = (reasons: readonly UnavailableReason[], of: readonly UnavailableReason[]) =>
  reasons.every((reason) => of.includes(reason))

/**
 * A single agent, who is the candidate in any case: staff may book a closed one, and a taken one may have become free by
 * the time it is booked, which is proved with its maxima.
 */
export function decideOnAgent({ contender, reasons }: Judged): Verdict {
  return {
    isOffered: reasons.length === 0,
    reasons,
    onlyTaken: reasons.length > 0 && areAll(reasons, TAKEN),
    candidates: [{ contender, reasons, isFree: false }],
  }
}

/**
 * A queue: the members that offer the time, else those that are only closed.
 * @param common why the time is offered by no one
 */
export function decideOnQueue(
  judged: readonly Judged[],
  common: readonly UnavailableReason[],
  { rankOf, prefer }: { rankOf: (contender: Contender) => Rank; prefer: readonly string[] },
): Verdict {
  const capable = judged.filter(({ contender }) => contender.obstacles.length === 0)
  const offering = capable.filter(({ reasons }) => reasons.length === 0)
  const chosen = offering.length > 0 ? offering : capable.filter(({ reasons }) => areAll(reasons, CLOSED))
  const order = ranked(
    chosen.map((one) => ({ ...one, agentId: one.contender.agentId })),
    ({ contender, isFree: free }) => [Number(!free), ...rankOf(contender)],
    prefer,
  )
  return {
    isOffered: offering.length > 0,
    reasons:
      offering.length > 0
        ? []
        : inOrder([
            ...common,
            ...capable.flatMap(({ reasons }) => reasons),
            ...(capable.some(({ isFree: free }) => free) ? [] : ['NOBODY_FREE' as const]),
          ]),
    onlyTaken:
      offering.length === 0 && capable.some(({ reasons }) => reasons.length > 0 && areAll(reasons, TAKEN)),
    candidates: order.map(({ contender, reasons, isFree: free }) => ({ contender, reasons, isFree: free })),
  }
}
