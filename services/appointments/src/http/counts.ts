import { instant, type Caller } from '@appointments/contracts'
import type { App } from '../app.ts'

/* Counts and eligible appointments are the same in both versions of the API. */

/** The elements of a count response. */
export const presentCounts = (rows: Awaited<ReturnType<App['countAppointments']>>) =>
  rows.map((row) => ({ ...row, start: instant(row.start), end: instant(row.end) }))

/** The deprecated list of appointments that can be activated. */
export const findEligible =
  (app: App) => async (exchange: { caller: Caller; query: { timeFrame?: string | undefined } }) =>
    (
      await app.findEligibleAppointments({ caller: exchange.caller, timeFrame: exchange.query.timeFrame })
    ).map(({ createdAt, id, start, timezone }) => ({
      // an appointment can be activated at any time
      eligibleFrom: instant(createdAt),
      id,
      start: instant(start),
      timezone,
    }))
