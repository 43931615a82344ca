import type { Session } from '../src/api/session.ts'
import { addDays } from '../src/text/calendar-dates.ts'
import { instantsOf, wallTimeAt } from '../src/text/zoned-time.ts'

const MINUTE_MS = 60_000

/** Free times from tomorrow on: in the morning, in the afternoon and in the evening of every third day. */
export const freeTimes = (clock = ['09:00', '09:30', '10:00', '13:30', '18:00']): Session['freeTimes'] => {
  const days = () =>
    Array.from({ length: 12 }, (_, index) =>
      addDays(wallTimeAt(Date.now(), 'Europe/Berlin').date, 1 + 3 * index),
    )
  const on = (date: string) =>
    clock.flatMap((time) =>
      instantsOf({ date, time }, 'Europe/Berlin').map((start) => ({ start, end: start + 30 * MINUTE_MS })),
    )
  return {
    next: (_, from = 0) => {
      const all = days().flatMap(on)
      return Promise.resolve(all.find(({ start }) => start >= from))
    },
    days: (month) =>
      Promise.resolve(
        new Map(
          days()
            .filter((date) => clock.length > 0 && date.startsWith(month))
            .map((date) => [date, clock.length]),
        ),
      ),
    times: (date) => Promise.resolve(days().includes(date) ? on(date) : []),
  }
}

/** Start and end of the first free time. */
export function freeTimeAhead(): { start: string; end: string } {
  const date = addDays(wallTimeAt(Date.now(), 'Europe/Berlin').date, 1)
  const [start = 0] = instantsOf({ date, time: '09:00' }, 'Europe/Berlin')
  return { start: new Date(start).toISOString(), end: new Date(start + 30 * MINUTE_MS).toISOString() }
}

/** Holds that last some minutes and can be extended. */
export const aHold = (minutes = 5): ReturnType<Session['holds']> => {
  const held = () =>
    Promise.resolve({
      id: 'hold_1',
      until: Date.now() + minutes * MINUTE_MS,
      extendableUntil: Date.now() + 15 * MINUTE_MS,
    })
  return { hold: held, extend: held, release: () => Promise.resolve() }
}
