import { instant, type Caller } from '@appointments/contracts'
import type { App } from '../app.ts'

/* Counts and eligible appointments are the same in both versions. */

/** Elements of a count. */
export const presentCounts = (rows: Awaited<ReturnType<App['countAppointments']>>) =>
  rows.map((row) => ({ ...row, start: instant(row.start), end: instant(row.end) }))

/** The deprecated list of appointments that can be activated. */
export const findEligible =
  (app: App) => async (exchange: { caller: Caller; query: { timeFrame?: string | undefined } }) =>
    (
      await app.findEligibleAppointments({ caller: exchange.caller, timeFrame: exchange.query.timeFrame })
    ).map(({ createdAt, id, start, timezone }) => ({
      // nothing about time keeps an appointment from being activated
      eligibleFrom: instant(createdAt),
      id,
      start: instant(start),
      timezone,
    }))
