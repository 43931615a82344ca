import { addDays } from '../../text/calendar-dates.ts'
import { wallTimeAt } from '../../text/zoned-time.ts'
import { startOf } from '../day.ts'

const DAY = 24 * 60

/** A part of a day, in minutes of the wall clock since midnight. */
export interface DayPart {
  from: number
  until: number
}

const minuteOf = (instant: number, zone: string): number => {
  const [hour = 0, minute = 0] = wallTimeAt(instant, zone).time.split(':').map(Number)
  return hour * 60 + minute
}

/**
 * The part of a day that lies between two instants, in milliseconds; undefined if there is none. When the clocks are put
 * back, a time may end at an earlier minute than it begins; it is then shown as a quarter of an hour.
 */
export function partOfDay(
  date: string,
  { from, until }: { from: number; until: number },
  zone: string,
): DayPart | undefined {
  const [start, end] = [startOf(date, zone), startOf(addDays(date, 1), zone)]
  if (until <= start || end <= from) return undefined
  const first = from <= start ? 0 : minuteOf(from, zone)
  const last = until >= end ? DAY : minuteOf(until, zone)
  return { from: first, until: last > first ? last : Math.min(first + 15, DAY) }
}

/** The hours that a grid shows; the last one is excluded. */
export interface Hours {
  first: number
  last: number
}

/** The whole hours that contain all parts, and at least the usual hours. */
export function hoursAround(parts: readonly DayPart[]): Hours {
  const first = Math.min(9 * 60, ...parts.map(({ from }) => from))
  const last = Math.max(17 * 60, ...parts.map(({ until }) => until))
  return { first: Math.floor(first / 60), last: Math.ceil(last / 60) }
}

/** The visible portion of a part, which may lie outside the hours of the grid; at least a quarter of an hour. */
export function within({ from, until }: DayPart, { first, last }: Hours): DayPart {
  const start = Math.min(Math.max(from, first * 60), last * 60 - 15)
  return { from: start, until: Math.max(Math.min(until, last * 60), start + 15) }
}

/** The current minute of the day; undefined if the hours do not include it. @param now in milliseconds */
export function presentIn({ first, last }: Hours, now: number, zone: string): number | undefined {
  const minute = minuteOf(now, zone)
  return first * 60 <= minute && minute < last * 60 ? minute : undefined
}

/** Entries that overlap, which share one place of a grid. */
export interface Block<Entry> extends DayPart {
  entries: Entry[]
}

/** Puts entries into blocks, in the order of time. */
export function blocksOf<Entry extends { part: DayPart }>(entries: readonly Entry[]): Block<Entry>[] {
  const blocks: Block<Entry>[] = []
  const inOrder = [...entries].sort((one, other) => one.part.from - other.part.from)
  for (const entry of inOrder) {
    const last = blocks.at(-1)
    // the rows of a grid are quarters of an hour, so entries in one quarter share a place
    if (last && quarterOf(entry.part.from) < quarterEndOf(last.until)) {
      last.entries.push(entry)
      last.until = Math.max(last.until, entry.part.until)
    } else blocks.push({ ...entry.part, entries: [entry] })
  }
  return blocks
}

const quarterOf = (minute: number) => Math.floor(minute / 15)
const quarterEndOf = (minute: number) => Math.ceil(minute / 15)

/** Start and end line in a grid with four lines for each hour, beginning with 1. @param first hour of the grid */
export const gridLines = ({ from, until }: DayPart, first: number): string =>
  `${quarterOf(from) - first * 4 + 1} / ${quarterEndOf(until) - first * 4 + 1}`

/** The position of a minute within the hours of a grid, as a percentage for CSS. */
export const shareOf = (minute: number, { first, last }: Hours): string =>
  `${((minute - first * 60) / ((last - first) * 60)) * 100}%`
