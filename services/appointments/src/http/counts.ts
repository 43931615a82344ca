import { instant, type Caller } from '@appointments/contracts'
import type { App } from '../app.ts'

/* Counts and eligible appointments are the same in both versions. */

export const presentCounts = (rows: Awaited<ReturnType<App['countAppointments']>>) =>
  rows.map(({ count, duration, start_at, end_at, timezone }) => ({
    count,
    duration,
    start: instant(start_at),
    end: instant(end_at),
    timezone,
  }))

export const findEligible =
  (app: App) => async (exchange: { caller: Caller; query: { timeFrame?: string | undefined } }) =>
    (
      await app.findEligibleAppointments({ caller: exchange.caller, timeFrame: exchange.query.timeFrame })
    ).map(({ id, start_at, created_at, timezone }) => ({
      // nothing about time keeps an appointment from being activated
      eligibleFrom: instant(created_at),
      id,
      start: instant(start_at),
      timezone,
    }))
