import {
  instant,
  MOST_DAYS,
  problem,
  SLOTS,
  type Caller,
  type Slot,
  type SlotList,
  type SlotQuery,
} from '@appointments/contracts'
import type { EligibleAgent } from '../domain/eligible-agents.ts'
import { millisecondsAt, type Minute } from '../domain/minutes.ts'
import type { Offers } from '../domain/offers.ts'
import { slotAt } from '../domain/present-slots.ts'
import { windowOf, type Window } from '../domain/window.ts'
import { withOffers, type OfferDeps, type OpenRequest } from './find-offers.ts'

/** Agents that a slot lists. */
const MOST_AGENTS = 50

/** The slots of a window, a page at a time. @throws the problems of {@link withOffers} */
export const findSlots =
  (deps: OfferDeps) =>
  ({ caller, query }: { caller: Caller; query: SlotQuery }): Promise<SlotList> =>
    withOffers(deps, { caller, query }, async (request) => {
      const { reader, duration, now } = request
      const window = request.bound(windowOf(query, reader, MOST_DAYS.slots, now))
      const agents = await request.agentsIn(window)
      const found = request.offersOf(agents, window)
      const limit = query.limit ?? SLOTS.default
      const next = found.starts[limit]
      return {
        timezone: reader.zone,
        duration: duration.text,
        policy: request.policy,
        slots: slotsOf(request, agents, firstOf(found, limit), query.include),
        ...(next !== undefined && { nextFrom: instant(millisecondsAt(next)) }),
      }
    })

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
  rejectInclude(request, include)
  const showsIds = include.includes('agents')
  const agentsAt = showsIds || request.showsAgents ? whoOffers(request, agents, starts) : undefined
  const shown = ({ agentId: id, displayName }: EligibleAgent) => (showsIds ? id : { id, displayName })
  return starts.map((start, index) => ({
    ...slotAt(start, request.duration.ms, request.reader),
    ...(agentsAt && { agents: (agentsAt.get(start) ?? []).map(shown) }),
    ...(include.includes('capacity') && { capacity: free[index] ?? 0 }),
  }))
}

/** Only staff may see which agents can serve a slot, and how many. @throws Problem VALIDATION_FAILED */
function rejectInclude({ kind }: OpenRequest, include: readonly string[]): void {
  if (include.length === 0 || kind === 'STAFF') return
  throw problem('VALIDATION_FAILED', {
    errors: [{ parameter: 'include', code: 'FIELD_NOT_ALLOWED', message: 'is for staff' }],
  })
}

/** The first agents who offer each start. */
function whoOffers(
  request: OpenRequest,
  agents: readonly EligibleAgent[],
  starts: readonly Minute[],
): Map<Minute, EligibleAgent[]> {
  const listed = new Map(starts.map((start): [Minute, EligibleAgent[]] => [start, []]))
  const window: Window = { from: starts[0] ?? 0, to: (starts.at(-1) ?? -1) + 1 }
  for (const agent of agents)
    for (const start of request.offersOf([agent], window).starts) {
      const serving = listed.get(start)
      if (serving && serving.length < MOST_AGENTS) serving.push(agent)
    }
  return listed
}
