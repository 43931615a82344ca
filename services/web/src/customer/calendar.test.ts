import { describe, expect, it, vi } from 'vitest'
import { addMonths, monthOf } from '../text/calendar-dates.ts'
import type { FreeTime, FreeTimes } from '../api/free-times.ts'
import { createCalendar } from './calendar.ts'

const ZONE = 'Europe/Berlin'
const now = monthOf(new Date().toISOString())
const at = (date: string): FreeTime => {
  const start = Date.parse(`${date}T10:00:00Z`)
  return { start, end: start + 1_800_000 }
}

/** A source whose free times are at 10:00 UTC of the given days. */
const sourceOf = (...dates: string[]): FreeTimes => ({
  next: (_zone, from = 0) => Promise.resolve(dates.map(at).find(({ start }) => start >= from)),
  days: (month) =>
    Promise.resolve(new Map(dates.filter((date) => monthOf(date) === month).map((date) => [date, 1]))),
  times: (date) => Promise.resolve(dates.filter((one) => one === date).map(at)),
})
const calendarOf = (source: FreeTimes) => createCalendar({ source, zone: () => ZONE })

describe('a calendar', () => {
  it('opens the first month that has free times', async () => {
    const month = addMonths(now, 2)
    const calendar = calendarOf(sourceOf(`${month}-10`))
    await calendar.open()
    expect(calendar.view.value).toMatchObject({ kind: 'month', month, days: new Map([[`${month}-10`, 1]]) })
    expect(calendar.next.value).toEqual(at(`${month}-10`))
  })

  it('reports that there are no free times at all', async () => {
    const calendar = calendarOf(sourceOf())
    await calendar.open()
    expect(calendar.view.value).toEqual({ kind: 'none' })
  })

  it('offers a later month if a month has no free times', async () => {
    const [empty, later] = [addMonths(now, 3), addMonths(now, 5)]
    const calendar = calendarOf(sourceOf(`${addMonths(now, 1)}-10`, `${later}-20`))
    await calendar.open()
    await calendar.showMonth(empty)
    expect(calendar.view.value).toMatchObject({ kind: 'month', month: empty, days: new Map(), later })
  })

  it('returns from a day to its month, which it shows at once', async () => {
    const day = `${addMonths(now, 1)}-10`
    const calendar = calendarOf(sourceOf(day))
    await calendar.open()
    await calendar.showDay(day)
    expect(calendar.view.value).toEqual({ kind: 'day', date: day, times: [at(day)] })
    const left = calendar.leaveDay()
    expect(calendar.view.value).toMatchObject({ kind: 'month', days: new Map([[day, 1]]), focus: day })
    await left
    expect(calendar.view.value).toMatchObject({ kind: 'month', focus: day })
  })

  it('ignores a response that arrives after the visitor has moved on', async () => {
    const [one, other] = [addMonths(now, 1), addMonths(now, 2)]
    const source = sourceOf(`${one}-10`, `${other}-10`)
    const calendar = calendarOf(source)
    await calendar.open()
    let respond = () => {}
    vi.spyOn(source, 'days').mockReturnValueOnce(
      new Promise((resolve) => {
        respond = () => resolve(new Map([[`${one}-10`, 1]]))
      }),
    )
    const slow = calendar.showMonth(one)
    await calendar.showMonth(other)
    respond()
    await slow
    expect(calendar.view.value).toMatchObject({ kind: 'month', month: other })
  })

  it('shows an error, and retries the same request', async () => {
    const day = `${addMonths(now, 1)}-10`
    const source = sourceOf(day)
    const calendar = calendarOf(source)
    const error = new Error('offline')
    vi.spyOn(source, 'times').mockRejectedValueOnce(error)
    await calendar.open(day)
    expect(calendar.view.value).toEqual({ kind: 'failed', error })
    await calendar.reload()
    expect(calendar.view.value).toMatchObject({ kind: 'day', date: day })
  })

  it('retries the month that failed, which then takes the focus', async () => {
    const [first, later] = [addMonths(now, 1), addMonths(now, 2)]
    const source = sourceOf(`${first}-10`, `${later}-10`)
    const calendar = calendarOf(source)
    await calendar.open()
    vi.spyOn(source, 'days').mockRejectedValueOnce(new Error('offline'))
    await calendar.showMonth(later)
    expect(calendar.view.value).toMatchObject({ kind: 'failed' })
    await calendar.retry()
    expect(calendar.view.value).toMatchObject({ kind: 'month', month: later, focus: 'month' })
  })
})
