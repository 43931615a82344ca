/* Dates without a time of day, as in the API: `2026-11-26`, and months: `2026-11`. */

import { dateText } from './date-text.ts'

const at = (date: string) => Date.parse(`${date}T00:00:00Z`)
/** A day of 24 hours. */
export const DAY_MS = 86_400_000

/** The month of a date. */
export const monthOf = (date: string): string => date.slice(0, 7)

/** The first day of a month. */
export const firstDayOf = (month: string): string => `${month}-01`

/** The date some days later, or earlier if the number is negative. */
export const addDays = (date: string, days: number): string =>
  new Date(at(date) + days * DAY_MS).toISOString().slice(0, 10)

/** The month some months later, or earlier if the number is negative. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

interface WeekInfo {
  firstDay?: number
}

/** The first day of the week in a locale: 1 is Monday, 7 is Sunday. Monday if the browser does not know it. */
export function firstWeekday(locale: string): number {
  const known = new Intl.Locale(locale) as unknown as { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo }
  return (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1
}

/** The weeks of a month; days of other months are undefined. */
export function weeksOf(month: string, weekStart: number): (string | undefined)[][] {
  const first = firstDayOf(month)
  const weekday = new Date(at(first)).getUTCDay()
  const lead = (weekday - weekStart + 7) % 7
  const days: (string | undefined)[] = Array.from<undefined>({ length: lead })
  for (let day = first; monthOf(day) === month; day = addDays(day, 1)) days.push(day)
  while (days.length % 7 !== 0) days.push(undefined)
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
}

/** The seven days of the week in which a date lies. */
export function weekAround(date: string, weekStart: number): string[] {
  const lead = (new Date(at(date)).getUTCDay() - weekStart + 7) % 7
  return Array.from({ length: 7 }, (_, index) => addDays(date, index - lead))
}

const format = (locale: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })

/** The names of the days of the week, in their order. */
export function weekdaysOf(locale: string, weekStart: number): { long: string; short: string }[] {
  const [long, short] = [format(locale, { weekday: 'long' }), format(locale, { weekday: 'short' })]
  // 1 January 2024 was a Monday
  const monday = Date.UTC(2024, 0, 1)
  return Array.from({ length: 7 }, (_, index) => {
    const day = monday + (index + weekStart - 1) * DAY_MS
    return { long: long.format(day), short: short.format(day) }
  })
}

/** `26` */
export const dayNumber = (date: string): string => String(Number(date.slice(8)))

/** `Thursday 26 November`, with the year if it is not the current one. */
export function dayName(date: string, locale: string, now = Date.now()): string {
  const isThisYear = date.slice(0, 4) === String(new Date(now).getFullYear())
  const day = format(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  })
  return dateText(day, at(date))
}

/** `Thu 26 Nov` */
export const shortDayName = (date: string, locale: string): string =>
  dateText(format(locale, { weekday: 'short', day: 'numeric', month: 'short' }), at(date))

/** `23–29 November 2026` */
export const daysName = (from: string, to: string, locale: string): string =>
  format(locale, { day: 'numeric', month: 'long', year: 'numeric' }).formatRange(at(from), at(to))

/** `09:30`, a time of any day. @param minute since midnight */
export const hourAndMinute = (minute: number, locale: string): string =>
  format(locale, { timeStyle: 'short' }).format(minute * 60_000)

/** `November 2026` */
export const monthName = (month: string, locale: string): string =>
  format(locale, { month: 'long', year: 'numeric' }).format(at(firstDayOf(month)))

/** `November`, with the year if it differs from that of the other month. */
export const shortMonthName = (month: string, other: string, locale: string): string =>
  month.slice(0, 4) === other.slice(0, 4)
    ? format(locale, { month: 'long' }).format(at(firstDayOf(month)))
    : monthName(month, locale)
