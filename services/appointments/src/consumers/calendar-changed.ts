import type { AppliersOf } from '@appointments/outbox'
import type { App } from '../app.ts'

/** A change of a calendar concerns the appointments for which time of the agent is reserved. */
export const calendarChanged = (
  { reconsiderReservations }: App,
  search: () => void,
): Pick<AppliersOf<'appointments'>, 'APCalendarChangedEvent'> => ({
  APCalendarChangedEvent: async (tx, { data }) => {
    if (await reconsiderReservations(tx, data)) tx.whenStored(search)
  },
})
