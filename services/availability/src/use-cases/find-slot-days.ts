import { MOST_DAYS, type Caller, type SlotDayList, type SlotDayQuery } from '@appointments/contracts'
import { daysWithSlots } from '../domain/present-slots.ts'
import { windowOf } from '../domain/window.ts'
import { withOffers, type OfferDeps } from './find-offers.ts'

/** The days of a window that have slots. @throws the problems of {@link withOffers} */
export const findSlotDays =
  (deps: OfferDeps) =>
  ({ caller, query }: { caller: Caller; query: SlotDayQuery }): Promise<SlotDayList> =>
    withOffers(deps, { caller, query }, async (request) => {
      const { reader, duration, now } = request
      const window = request.bound(windowOf(query, reader, MOST_DAYS.days, now))
      const found = request.offersOf(await request.agentsIn(window), window)
      return {
        timezone: reader.zone,
        duration: duration.text,
        policy: request.policy,
        days: daysWithSlots(found, reader),
      }
    })
