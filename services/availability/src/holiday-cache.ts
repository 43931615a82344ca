import type { HolidayCalendar } from '@appointments/contracts'
import type { Sql } from '@appointments/postgres'
import { createBoundedCache } from '@appointments/runtime'
import { NO_INTERVALS, union, type Intervals } from './domain/intervals.ts'
import { closedBy } from './domain/opening.ts'
import type { Window } from './domain/window.ts'
import { holidayVersions, readHolidays } from './repositories/application-holidays.ts'

/** Holiday calendars of applications that a replica keeps. */
const MOST_CALENDARS = 1000
/** Closed times that are kept, so that equal requests get the same object. */
const MOST_TIMES = 200

interface Known {
  id: string
  version: number
  content: HolidayCalendar
}

/** Holiday calendars of applications that this replica has loaded; every read compares their versions first. */
export function createHolidayCache({ sql }: { sql: Sql }) {
  const kept = createBoundedCache<Known>(MOST_CALENDARS)
  const times = createBoundedCache<Intervals>(MOST_TIMES)

  async function contents(organization: string, ids: readonly string[]): Promise<Known[]> {
    const keyOf = (id: string) => JSON.stringify([organization, id])
    const found: Known[] = []
    const missing: string[] = []
    for (const { id, version } of await holidayVersions(sql, organization, ids)) {
      const known = kept.get(keyOf(id), 0)
      if (known?.version === version) found.push(known)
      else missing.push(id)
    }
    if (missing.length === 0) return found
    for (const read of await readHolidays(sql, organization, missing)) {
      kept.set(keyOf(read.id), read, Infinity)
      found.push(read)
    }
    return found
  }

  return {
    /** The time of a window that the calendars of an application close. */
    async closed(organization: string, ids: readonly string[], { from, to }: Window): Promise<Intervals> {
      if (ids.length === 0) return NO_INTERVALS
      const calendars = await contents(organization, ids)
      const versions = calendars.map(({ id, version }) => [id, version])
      const key = JSON.stringify([organization, from, to, versions])
      const known = times.get(key, 0)
      const closed = known ?? union(...calendars.map(({ content }) => closedBy(content, from, to)))
      if (!known) times.set(key, closed, Infinity)
      return closed
    },
  }
}
export type HolidayCache = ReturnType<typeof createHolidayCache>
