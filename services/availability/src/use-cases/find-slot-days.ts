import { MOST_DAYS, type Caller, type SlotDayList, type SlotDayQuery } from '@appointments/contracts'
import { daysWithSlots } from '../domain/present-slots.ts'
import { windowOf } from '../domain/window.ts'
import { openRequest, type OfferDeps } from './find-offers.ts'

/** The days of a window that have slots. @throws the problems of {@link openRequest} */
export const findSlotDays =
  (deps: OfferDeps) =>
  async ({ caller, query }: { caller: Caller; query: SlotDayQuery }): Promise<SlotDayList> => {
    const request = await openRequest(deps, { caller, query })
    const { reader, duration, now } = request
    const window = request.bound(windowOf(query, reader, MOST_DAYS.days, now))
    const found = request.offersOf(await request.agentsIn(window), window)
    return { timezone: reader.zone, duration: duration.text, days: daysWithSlots(found, reader) }
  }
