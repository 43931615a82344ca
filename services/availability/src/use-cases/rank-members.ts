import type { Queue } from '@appointments/contracts'
import type { Contender } from '../domain/decide.ts'
import {
  dateOfDay,
  dayOf,
  dayOfDate,
  DAY,
  millisecondsAt,
  minuteAtOrAfter,
  type Minute,
} from '../domain/minutes.ts'
import { comparedPart, loadOf, shareOf, type Rank } from '../domain/ranking.ts'
import type { Window } from '../domain/window.ts'
import { firstInstantOf, type ZoneClock } from '../domain/zone-clock.ts'
import { claims } from '../repositories/claims.ts'
import { memberships } from '../repositories/memberships.ts'
import type { BatchPlan } from './batch-plan.ts'
import type { Deps } from './deps.ts'

/** The calendar month of a minute on the wall clock of a zone. */
export function monthOf(clock: ZoneClock, minute: Minute): Window {
  const [year, month] = dateOfDay(dayOf(minute + clock.offsetAt(minute)))
    .split('-')
    .map(Number) as [number, number]
  const firstOf = (offset: number) =>
    firstInstantOf(
      clock,
      dayOfDate(new Date(Date.UTC(year, month - 1 + offset, 1)).toISOString().slice(0, 10)) * DAY,
    )
  return { from: firstOf(0), to: firstOf(1) }
}

/** How the strategy of a queue ranks its members for a start. */
export async function rankMembers(
  { pool, clock }: Pick<Deps, 'pool' | 'clock'>,
  plan: BatchPlan,
  { organization, queue, start, month }: { organization: string; queue: Queue; start: Minute; month: Window },
): Promise<(contender: Contender) => Rank> {
  if (queue.strategy === 'LEAST_LOADED') return ({ calendar }) => loadOf(calendar, start)
  const queueId = queue.id
  const weights = await memberships.weightsIn(pool, organization, queueId)
  const joinings = [...weights.values()].map(({ joinedAt }) => minuteAtOrAfter(joinedAt.getTime()))
  const compared = comparedPart(month, start, joinings)
  const period = { from: new Date(millisecondsAt(compared.from)), to: new Date(millisecondsAt(compared.to)) }
  const served = await claims.minutesOfQueue(pool, { organization, queueId, ...period }, clock.now())
  return ({ agentId, calendar }) => {
    const share = {
      weight: weights.get(agentId)?.weight ?? 1,
      served: (served.get(agentId) ?? 0) + plan.minutesOf({ organization, queueId, agentId }, period),
    }
    return shareOf(calendar, share, compared)
  }
}
