import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  dayName,
  daysName,
  firstWeekday,
  hourAndMinute,
  monthName,
  monthOf,
  shortDayName,
  shortMonthName,
  weekAround,
  weekdaysOf,
  weeksOf,
} from './calendar-dates.ts'

describe('the weeks of a month', () => {
  it('begin on the first day of the week, and leave days of other months out', () => {
    const weeks = weeksOf('2026-11', 1)
    // 1 November 2026 is a Sunday
    expect(weeks[0]).toEqual([undefined, undefined, undefined, undefined, undefined, undefined, '2026-11-01'])
    expect(weeks.at(-1)).toEqual(['2026-11-30', ...Array.from<undefined>({ length: 6 })])
    expect(weeksOf('2026-11', 7)[0]![0]).toBe('2026-11-01')
  })

  it.each(['2024-02', '2025-02', '2026-03', '2027-10'])('contain every day of %s once', (month) => {
    const days = weeksOf(month, 1).flat().filter(Boolean)
    const [year = 0, number = 0] = month.split('-').map(Number)
    expect(days).toHaveLength(new Date(Date.UTC(year, number, 0)).getUTCDate())
    expect(new Set(days).size).toBe(days.length)
    expect(days.every((day) => monthOf(day!) === month)).toBe(true)
  })
})

it('adds days and months across years', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2024-03-01', -1)).toBe('2024-02-29')
  expect(addMonths('2026-12', 1)).toBe('2027-01')
  expect(addMonths('2026-01', -1)).toBe('2025-12')
})

it('finds the seven days of the week of a date', () => {
  expect(weekAround('2026-11-26', 1)).toEqual([
    ...['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28', '2026-11-29'],
  ])
  expect(weekAround('2026-11-29', 1)[0]).toBe('2026-11-23')
  expect(weekAround('2026-11-29', 7)[0]).toBe('2026-11-29')
  expect(weekAround('2027-01-01', 1)[0]).toBe('2026-12-28')
})

it('names follow the locale', () => {
  expect(shortDayName('2026-11-26', 'en-GB').replaceAll(',', '')).toBe('Thu 26 Nov')
  expect(daysName('2026-12-28', '2027-01-03', 'en-GB')).toMatch(/^28 December 2026\s–\s3 January 2027$/)
  expect([hourAndMinute(570, 'de'), hourAndMinute(1440, 'en-GB')]).toEqual(['09:30', '00:00'])
  const now = Date.parse('2026-11-28T12:00:00Z')
  expect(dayName('2026-11-26', 'en-GB', now).replaceAll(',', '')).toBe('Thursday 26 November')
  expect(dayName('2026-11-26', 'de', now)).toBe('Donnerstag, 26. November')
  expect(dayName('2026-11-01', 'fr', now)).toBe('dimanche 1er novembre')
  expect(monthName('2026-11', 'fr')).toBe('novembre 2026')
  expect(shortMonthName('2026-12', '2026-11', 'en-GB')).toBe('December')
  expect(shortMonthName('2027-01', '2026-11', 'en-GB')).toBe('January 2027')
  expect(weekdaysOf('en-GB', 1).map(({ short }) => short)).toEqual([
    ...['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  ])
  expect(weekdaysOf('en-US', 7)[0]).toEqual({ long: 'Sunday', short: 'Sun' })
})

it('a day of another year is named with its year', () => {
  const now = Date.parse('2026-11-28T12:00:00Z')
  expect(dayName('2028-01-12', 'en-GB', now).replaceAll(',', '')).toBe('Wednesday 12 January 2028')
  expect(dayName('2025-12-31', 'de', now)).toBe('Mittwoch, 31. Dezember 2025')
})

it('the week begins on Monday, or on the day that is usual in the region', () => {
  expect([firstWeekday('en-GB'), firstWeekday('de'), firstWeekday('en-US')]).toEqual([1, 1, 7])
})
