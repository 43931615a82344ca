import type { AppliersOf } from '@appointments/outbox'
import type { App } from '../app.ts'

/** Reconsiders the appointments that reserve time of an agent whose calendar has changed. */
export const calendarChanged = (
  { reconsiderReservations }: App,
  search: () => void,
): Pick<AppliersOf<'appointments'>, 'APCalendarChangedEvent'> => ({
  APCalendarChangedEvent: async (tx, { data }) => {
    if (await reconsiderReservations(tx, data)) tx.whenStored(search)
  },
})
