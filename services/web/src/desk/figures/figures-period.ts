import { addDays } from '../../text/calendar-dates.ts'

export const periods = ['last7', 'last30', 'last92', 'next30', 'between'] as const
export type FiguresPeriod = (typeof periods)[number]

/** The maximum number of days in a period. */
export const MOST_DAYS = 92
const DATE = /^\d{4}-\d{2}-\d{2}$/

export const periodOf = (query: URLSearchParams): FiguresPeriod =>
  periods.find((one) => one === query.get('period')) ?? 'last30'

/** First and last day of a period, or why the period is not valid. */
export type Days = { from: string; to: string } | { fault: 'incomplete' | 'reversed' | 'long' }

/** The days that the address asks for. @param today in the zone of the application */
export function daysOf(query: URLSearchParams, today: string): Days {
  const period = periodOf(query)
  if (period === 'next30') return { from: today, to: addDays(today, 29) }
  if (period !== 'between') return { from: addDays(today, 1 - Number(period.slice(4))), to: today }
  const [from, to] = ['from', 'to'].map((name) => query.get(name) ?? '') as [string, string]
  if (!DATE.test(from) || !DATE.test(to)) return { fault: 'incomplete' }
  if (to < from) return { fault: 'reversed' }
  return addDays(from, MOST_DAYS - 1) < to ? { fault: 'long' } : { from, to }
}

/** All days from the first to the last. */
export function everyDay({ from, to }: { from: string; to: string }): string[] {
  const all: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) all.push(day)
  return all
}
