import type { Caller, NextSlotQuery, SlotList } from '@appointments/contracts'
import { DAY } from '../domain/minutes.ts'
import { windowOf } from '../domain/window.ts'
import { firstOf, slotsOf } from './find-slots.ts'
import { withOffers, type OfferDeps } from './find-offers.ts'

/** Most offers are near, so the first windows are short. */
const FIRST_WINDOW = 7 * DAY
const LONGEST_WINDOW = 56 * DAY

/** The first slots from an instant on; empty if there are none. @throws the problems of {@link withOffers} */
export const findNextSlots =
  (deps: OfferDeps) =>
  ({ caller, query }: { caller: Caller; query: NextSlotQuery }): Promise<Omit<SlotList, 'nextFrom'>> =>
    withOffers(deps, { caller, query }, async (request) => {
      const { reader, duration, now } = request
      const { from } = windowOf({ from: query.from }, reader, 0, now)
      // the horizon is counted from now, so it alone ends the search
      const whole = request.bound({ from, to: Infinity })
      const limit = query.limit ?? 1
      const slots: SlotList['slots'] = []
      let length = FIRST_WINDOW
      for (let begin = whole.from; begin < whole.to && slots.length < limit; begin += length) {
        length = begin === whole.from ? FIRST_WINDOW : Math.min(2 * length, LONGEST_WINDOW)
        const window = { from: begin, to: Math.min(begin + length, whole.to) }
        const agents = await request.agentsIn(window)
        const found = firstOf(request.offersOf(agents, window), limit - slots.length)
        slots.push(...slotsOf(request, agents, found, query.include))
      }
      return { timezone: reader.zone, duration: duration.text, policy: request.policy, slots }
    })
