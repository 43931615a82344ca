import { signal } from '@preact/signals'
import type { FreeTime, FreeTimes } from '../api/free-times.ts'
import { addMonths, firstDayOf, monthOf } from '../text/calendar-dates.ts'
import { instantsOf, wallTimeAt } from '../text/zoned-time.ts'

/** How many months ahead the visitor can page. */
const MOST_MONTHS_AHEAD = 24

export type CalendarView =
  | { kind: 'loading' }
  | { kind: 'failed'; error: unknown }
  /** There are no free times at all. */
  | { kind: 'none' }
  | MonthView
  | DayView

export interface MonthView {
  kind: 'month'
  /** `2026-11` */
  month: string
  /** Free times of each day; undefined while they are loading. */
  days: ReadonlyMap<string, number> | undefined
  /** A later month with free times, if this one has none. */
  later?: string | undefined
  /** What takes the focus: the name of the month, or a day of it. */
  focus?: string | undefined
}

export interface DayView {
  kind: 'day'
  /** `2026-11-26` */
  date: string
  /** Undefined while they are loading. */
  times: readonly FreeTime[] | undefined
}

interface Settings {
  source: FreeTimes
  /** The zone of the visitor at this moment. */
  zone: () => string
}

/** The free times that a visitor browses, by month or by day. An outdated response is ignored. */
export function createCalendar({ source, zone }: Settings) {
  const view = signal<CalendarView>({ kind: 'loading' })
  const next = signal<FreeTime | undefined>(undefined)
  let turn = 0
  /** The day that the visitor requested last; undefined for a month. */
  let date: string | undefined
  let lastMonth: MonthView | undefined
  /** Repeats the last request. @param focus the part of a month that takes the focus */
  let repeat = (_focus?: string): Promise<void> => Promise.resolve()

  const localDate = (at: number) => wallTimeAt(at, zone()).date
  const monthNow = () => monthOf(localDate(Date.now()))

  /** Shows the result of a request, unless the visitor has asked for something else meanwhile. */
  async function show(meanwhile: CalendarView, read: () => Promise<CalendarView>): Promise<void> {
    const own = ++turn
    repeat = (focus) =>
      show(meanwhile, async () => {
        const shown = await read()
        return shown.kind === 'month' ? { ...shown, focus: shown.focus ?? focus } : shown
      })
    view.value = meanwhile
    const shown = await read().catch((error: unknown) => ({ kind: 'failed', error }) as const)
    if (own !== turn) return
    if (shown.kind === 'month') lastMonth = shown
    view.value = shown
  }

  async function readMonth(month: string, focus?: string): Promise<MonthView> {
    const days = await source.days(month, zone())
    if (days.size > 0) return { kind: 'month', month, days, focus }
    const [after] = instantsOf({ date: firstDayOf(addMonths(month, 1)), time: '00:00' }, zone())
    const later = after === undefined ? undefined : await source.next(zone(), after)
    return { kind: 'month', month, days, focus, later: later && monthOf(localDate(later.start)) }
  }
  const readDay = async (day: string): Promise<DayView> => ({
    kind: 'day',
    date: day,
    times: await source.times(day, zone()),
  })
  const readNext = async () => {
    next.value = await source.next(zone())
    return next.value
  }

  const calendar = {
    view,
    /** The first free time of all. */
    next,
    firstMonth: monthNow,
    lastMonth: (): string => addMonths(monthNow(), MOST_MONTHS_AHEAD),

    /** Loads a day or, without one, the first month that has free times. */
    async open(day?: string): Promise<void> {
      date = day
      const month = monthNow()
      await show({ kind: 'loading' }, async () => {
        const reading = day === undefined ? source.days(month, zone()) : readDay(day)
        const [first, shown] = await Promise.all([readNext(), reading])
        if (!first) return { kind: 'none' }
        if ('kind' in shown) return shown
        if (shown.size > 0) return { kind: 'month', month, days: shown }
        return readMonth(monthOf(localDate(first.start)))
      })
    },

    /** Reloads the shown month or day, for example because a time has been booked or the zone has changed. */
    async reload(): Promise<void> {
      const shown = view.value
      if (shown.kind === 'month')
        await show({ ...shown, days: undefined }, async () => {
          const [month] = await Promise.all([readMonth(shown.month), readNext()])
          return month
        })
      else if (shown.kind === 'day')
        await show({ ...shown, times: undefined }, async () => {
          const [day] = await Promise.all([readDay(shown.date), readNext()])
          return day
        })
      else await repeat()
    },

    /** Repeats the request that failed. The pressed button disappears, so the name of the month takes the focus. */
    retry: (): Promise<void> => repeat('month'),

    /** @param focus what takes the focus, if the pressed button disappears */
    async showMonth(month: string, focus?: string): Promise<void> {
      date = undefined
      await show({ kind: 'month', month, days: undefined }, () => readMonth(month, focus))
    },

    async showDay(day: string): Promise<void> {
      date = day
      await show({ kind: 'day', date: day, times: undefined }, () => readDay(day))
    },

    /** Returns from a day to its month, and focuses the day. */
    async leaveDay(): Promise<void> {
      const left = date ?? firstDayOf(monthNow())
      const month = monthOf(left)
      date = undefined
      const known = lastMonth?.month === month ? lastMonth.days : undefined
      await show({ kind: 'month', month, days: known, focus: left }, () => readMonth(month, left))
    },

    /** Whether a time is still free. @throws ApiError */
    async isFree({ start }: FreeTime): Promise<boolean> {
      const times = await source.times(localDate(start), zone())
      return times.some((one) => one.start === start)
    },
  }
  return calendar
}
export type Calendar = ReturnType<typeof createCalendar>
