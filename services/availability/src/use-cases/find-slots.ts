import {
  instant,
  MOST_DAYS,
  SLOTS,
  type Caller,
  type Slot,
  type SlotList,
  type SlotQuery,
} from '@appointments/contracts'
import { millisecondsAt, type Minute } from '../domain/minutes.ts'
import type { Offers } from '../domain/offers.ts'
import { slotAt } from '../domain/present-slots.ts'
import { windowOf, type Window } from '../domain/window.ts'
import { openRequest, type EligibleAgent, type OfferDeps, type OpenRequest } from './find-offers.ts'

/** Agents that a slot lists. */
const MOST_AGENTS = 50

/** The slots of a window, a page at a time. @throws the problems of {@link openRequest} */
export const findSlots =
  (deps: OfferDeps) =>
  async ({ caller, query }: { caller: Caller; query: SlotQuery }): Promise<SlotList> => {
    const request = await openRequest(deps, { caller, query })
    const { reader, duration, now } = request
    const window = request.bound(windowOf(query, reader, MOST_DAYS.slots, now))
    const agents = await request.agentsIn(window)
    const found = request.offersOf(agents, window)
    const limit = query.limit ?? SLOTS.default
    const next = found.starts[limit]
    return {
      timezone: reader.zone,
      duration: duration.text,
      slots: slotsOf(request, agents, firstOf(found, limit), query.include),
      ...(next !== undefined && { nextFrom: instant(millisecondsAt(next)) }),
    }
  }

/** The first offers. */
export const firstOf = ({ starts, free }: Offers, limit: number): Offers => ({
  starts: starts.slice(0, limit),
  free: free.slice(0, limit),
})

/** Slots as responses show them. */
export function slotsOf(
  request: OpenRequest,
  agents: readonly EligibleAgent[],
  { starts, free }: Offers,
  include: SlotQuery['include'] = [],
): Slot[] {
  const agentsAt = include.includes('agents') ? whoOffers(request, agents, starts) : undefined
  return starts.map((start, index) => ({
    ...slotAt(start, request.duration.ms, request.reader),
    ...(agentsAt && { agents: agentsAt.get(start) ?? [] }),
    ...(include.includes('capacity') && { capacity: free[index] ?? 0 }),
  }))
}

/** The first agents who offer each start. */
function whoOffers(
  request: OpenRequest,
  agents: readonly EligibleAgent[],
  starts: readonly Minute[],
): Map<Minute, string[]> {
  const listed = new Map(starts.map((start): [Minute, string[]] => [start, []]))
  const window: Window = { from: starts[0] ?? 0, to: (starts.at(-1) ?? -1) + 1 }
  for (const agent of agents)
    for (const start of request.offersOf([agent], window).starts) {
      const ids = listed.get(start)
      if (ids && ids.length < MOST_AGENTS) ids.push(agent.agentId)
    }
  return listed
}
