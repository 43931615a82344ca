import { instant, type Slot } from '@appointments/contracts'
import { dateOfDay, dayOf, millisecondsAt, type Minute } from './minutes.ts'
import type { Offers } from './offers.ts'
import type { ZoneClock } from './zone-clock.ts'

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** A minute on the wall clock of a zone, like `2027-04-01T09:30:00+02:00`. */
function localText(clock: ZoneClock, minute: Minute): string {
  const offset = clock.offsetAt(minute)
  const away = Math.abs(offset)
  const wall = new Date(millisecondsAt(minute + offset)).toISOString().slice(0, 19)
  return `${wall}${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(away / 60))}:${twoDigits(away % 60)}`
}

/** A slot that begins at a minute. @param length milliseconds */
export const slotAt = (start: Minute, length: number, reader: ZoneClock): Slot => ({
  start: instant(millisecondsAt(start)),
  end: instant(millisecondsAt(start) + length),
  local: localText(reader, start),
})

/** The days of the reader's wall clock that have slots, with the number of slots and the first one. */
export function daysWithSlots({ starts }: Pick<Offers, 'starts'>, reader: ZoneClock) {
  const days = new Map<number, { date: string; count: number; first: string }>()
  for (const start of starts) {
    const day = dayOf(start + reader.offsetAt(start))
    const known = days.get(day)
    if (known) known.count += 1
    else days.set(day, { date: dateOfDay(day), count: 1, first: instant(millisecondsAt(start)) })
  }
  return [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
}
