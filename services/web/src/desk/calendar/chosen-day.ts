import { addDays } from '../../text/calendar-dates.ts'
import { dayOf } from '../day.ts'

/** The day that the address names, otherwise today. */
export function chosenDay(query: URLSearchParams, now: number, zone: string): string {
  const day = query.get('day') ?? ''
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(`${day}T00:00:00Z`))
  // 30 February is a date for some browsers
  return isDate && addDays(day, 0) === day ? day : dayOf(now, zone)
}
