import type { HolidayCalendar } from '@appointments/contracts'
import type { Sql } from '@appointments/postgres'
import { createBoundedCache } from '@appointments/runtime'
import { NO_INTERVALS, union, type Intervals } from './domain/intervals.ts'
import { closedBy } from './domain/opening.ts'
import type { Window } from './domain/window.ts'
import { holidayVersions, readHolidays } from './repositories/application-holidays.ts'

/** Holiday calendars of applications that a replica keeps. */
const MOST_CALENDARS = 1000

/** Holiday calendars of applications that this replica has loaded; every read compares their versions first. */
export function createHolidayCache({ sql }: { sql: Sql }) {
  const kept = createBoundedCache<{ version: number; content: HolidayCalendar }>(MOST_CALENDARS)

  async function contents(organization: string, ids: readonly string[]): Promise<HolidayCalendar[]> {
    const keyOf = (id: string) => JSON.stringify([organization, id])
    const found: HolidayCalendar[] = []
    const missing: string[] = []
    for (const { id, version } of await holidayVersions(sql, organization, ids)) {
      const known = kept.get(keyOf(id), 0)
      if (known?.version === version) found.push(known.content)
      else missing.push(id)
    }
    if (missing.length === 0) return found
    for (const { id, version, content } of await readHolidays(sql, organization, missing)) {
      kept.set(keyOf(id), { version, content }, Infinity)
      found.push(content)
    }
    return found
  }

  return {
    /** The time of a window that the calendars of an application close. */
    async closed(organization: string, ids: readonly string[], { from, to }: Window): Promise<Intervals> {
      if (ids.length === 0) return NO_INTERVALS
      return union(...(await contents(organization, ids)).map((calendar) => closedBy(calendar, from, to)))
    },
  }
}
export type HolidayCache = ReturnType<typeof createHolidayCache>
