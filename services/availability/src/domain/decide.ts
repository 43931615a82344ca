import type { UnavailableReason } from '@appointments/contracts'
import type { AgentCalendar } from './agent-calendar.ts'
import type { Grid } from './grid.ts'
import type { AgentTime } from './offers.ts'
import { ranked, type Rank } from './ranking.ts'
import { agentReasons, inOrder, isFree, type WantedTime } from './reasons.ts'

/** An agent who might serve a time. */
export interface Contender {
  agentId: string
  /** The agent's calendar as it applies to the application. */
  calendar: AgentCalendar
  time: AgentTime
  /** Why the agent cannot serve the request at any time. */
  obstacles: readonly UnavailableReason[]
}

/** The requested time. */
export interface Question {
  wanted: WantedTime
  grid: Grid
  /** Reasons against the time that apply to every agent. */
  common: readonly UnavailableReason[]
}

/** An agent with the reasons why it does not offer the time; it offers the time if there are none. */
export interface Judged {
  contender: Contender
  reasons: UnavailableReason[]
  /** Whether there is no reason against this agent in particular. Reasons that apply to every agent do not count. */
  isFree: boolean
}

/** The decision about a time. */
export interface Verdict {
  isOffered: boolean
  reasons: UnavailableReason[]
  /** Whether bookings and holds are the only reasons against at least one agent. */
  onlyTaken: boolean
  /** Candidates in the order of preference. */
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
 * Decides about a single agent, who is always a candidate: staff may book a closed agent, and a booked or held agent
 * may be free by the time the booking is stored. The appointments service checks that, together with the maxima.
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
 * Decides about a queue. The candidates are the members that offer the time, or if there are none, those that are only
 * closed.
 * @param common reasons against the time that apply to every agent
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
