import { expect, it } from 'vitest'
import { addDays } from '../../text/calendar-dates.ts'
import { daysOf, everyDay, periodOf } from './figures-period.ts'

const today = new Date().toISOString().slice(0, 10)
const asked = (query: Record<string, string>) => daysOf(new URLSearchParams(query), today)

it('shows the last 30 days unless the address asks for others', () => {
  expect(periodOf(new URLSearchParams())).toBe('last30')
  expect(asked({})).toEqual({ from: addDays(today, -29), to: today })
  expect(asked({ period: 'last7' })).toEqual({ from: addDays(today, -6), to: today })
  expect(asked({ period: 'last92' })).toEqual({ from: addDays(today, -91), to: today })
  expect(asked({ period: 'next30' })).toEqual({ from: today, to: addDays(today, 29) })
})

it('includes both days of a period, which has at most 92 days', () => {
  const [from, to] = [today, addDays(today, 91)]
  expect(asked({ period: 'between', from, to })).toEqual({ from, to })
  expect(everyDay({ from, to })).toHaveLength(92)
  expect(everyDay({ from, to: from })).toEqual([from])
  expect(asked({ period: 'between', from, to: addDays(to, 1) })).toEqual({ fault: 'long' })
  expect(asked({ period: 'between', from: to, to: from })).toEqual({ fault: 'reversed' })
  expect(asked({ period: 'between', from })).toEqual({ fault: 'incomplete' })
})
