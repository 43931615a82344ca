import type { Decision, ReceivedDecisionRequest } from '@appointments/contracts'
import type { AgentCalendar } from '../domain/agent-calendar.ts'
import { minuteAtOrAfter, minuteAtOrBefore } from '../domain/minutes.ts'
import { occupancyWith, type Claim } from '../domain/occupancy.ts'
import { zoneClock } from '../domain/zone-clock.ts'
import type { Holder } from '../repositories/claimed-time.ts'

interface Placement {
  organization: string
  agentId: string
  queueId?: string | undefined
  /** Milliseconds since 1970. */
  start: number
  end: number
  claim: Claim
}

/**
 * The decisions for the earlier requests of a batch, as if they were stored: for later requests, the time of the chosen
 * agents is occupied, and the previous time of moved appointments is free.
 */
export function createBatchPlan() {
  const placements: Placement[] = []
  const moved: Holder[] = []
  return {
    /** Holders whose stored claims do not count for later requests. */
    moved: moved as readonly Holder[],

    /** Records the decision for a request. */
    place(
      organization: string,
      { applicationId, start, end, serviceTypeId, target, ignore }: ReceivedDecisionRequest,
      { verdict, candidates, occupied }: Decision,
    ): void {
      const [first] = candidates
      if (verdict !== 'FREE' || !first) return
      moved.push(...ignore)
      placements.push({
        organization,
        agentId: first.agentId,
        queueId: target && 'queueId' in target ? target.queueId : undefined,
        start: Date.parse(start),
        end: Date.parse(end),
        claim: {
          kind: 'BOOKED',
          holder: { type: 'APPOINTMENT', id: `planned-${placements.length}` },
          applicationId,
          serviceTypeId,
          start: minuteAtOrBefore(Date.parse(start)),
          from: minuteAtOrBefore(Date.parse(occupied.from)),
          to: minuteAtOrAfter(Date.parse(occupied.to)),
        },
      })
    },

    /** A calendar with the appointments that this batch has placed in it. */
    applied(organization: string, calendar: AgentCalendar): AgentCalendar {
      const own = placements.filter(
        (placement) => placement.organization === organization && placement.agentId === calendar.agent.id,
      )
      if (own.length === 0) return calendar
      return {
        ...calendar,
        occupancy: occupancyWith(
          calendar.occupancy,
          own.map(({ claim }) => claim),
          zoneClock(calendar.agent.timezone),
        ),
      }
    },

    /** Minutes of a queue's appointments that this batch has assigned to an agent in a month or a part of it. */
    minutesOf(
      { organization, queueId, agentId }: { organization: string; queueId: string; agentId: string },
      month: { from: Date; to: Date },
    ): number {
      return placements
        .filter(
          (one) =>
            one.organization === organization &&
            one.queueId === queueId &&
            one.agentId === agentId &&
            one.start >= month.from.getTime() &&
            one.start < month.to.getTime(),
        )
        .reduce((sum, { start, end }) => sum + (end - start) / 60_000, 0)
    },
  }
}
export type BatchPlan = ReturnType<typeof createBatchPlan>
