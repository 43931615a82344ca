import { canonicalZone } from '@appointments/contracts'
import { createBoundedCache } from '@appointments/runtime'
import { Temporal } from 'temporal-polyfill'
import { millisecondsAt, type LocalMinute, type Minute } from './minutes.ts'

/** A stretch of time in which a zone keeps its offset, in minutes: the wall clock shows `minute + offset`. */
export interface Stretch {
  from: Minute
  to: Minute
  offset: number
}

/** The wall clock of a time zone, as a table of its transitions. */
export interface ZoneClock {
  zone: string
  /** Minutes to add to a minute in UTC for the wall clock. */
  offsetAt: (minute: Minute) => number
  /** The stretches of constant offset that together make `[from, to)`. */
  stretches: (from: Minute, to: Minute) => Stretch[]
}

/** About four years: one table serves nearly all reads, and takes a few milliseconds to make. */
const PAGE = 2 ** 21

/** Requests may name a zone in any letter case, and any date, so both numbers have a limit. */
const MOST_CLOCKS = 1000
/** Pages of all zones together: several of each. */
const MOST_PAGES = 2000

const clocks = new Map<string, ZoneClock>()
const pages = createBoundedCache<Stretch[]>(MOST_PAGES)

/**
 * The clock of a zone. Its tables are kept while they are in use, so no offset is computed per slot.
 * @param zone an IANA zone that the runtime knows, in any letter case
 * @throws RangeError if the runtime does not know the zone
 */
export function zoneClock(zone: string): ZoneClock {
  const known = clocks.get(zone)
  if (known) return known
  // the page of the last look-up, because nearly all look-ups of a clock are in one page
  let last: { page: number; stretches: Stretch[] } | undefined
  const pageOf = (minute: Minute): Stretch[] => {
    const page = Math.floor(minute / PAGE)
    if (last?.page !== page) last = { page, stretches: pageOfZone(zone, page) }
    return last.stretches
  }
  const clock: ZoneClock = {
    zone,
    offsetAt(minute) {
      const stretches = pageOf(minute)
      let index = stretches.length - 1
      while (index > 0 && (stretches[index] as Stretch).from > minute) index -= 1
      return (stretches[index] as Stretch).offset
    },
    stretches(from, to) {
      const found: Stretch[] = []
      for (let page = Math.floor(from / PAGE); page * PAGE < to; page += 1)
        for (const stretch of pageOf(page * PAGE)) {
          const part = { ...stretch, from: Math.max(from, stretch.from), to: Math.min(to, stretch.to) }
          if (part.from < part.to) found.push(part)
        }
      return found
    },
  }
  // an unknown zone throws here, so that no empty clock is kept
  clock.offsetAt(0)
  // the pages of the clocks stay in memory, so it costs little to create the clocks again
  if (clocks.size >= MOST_CLOCKS) clocks.clear()
  clocks.set(zone, clock)
  return clock
}

/** The stretches of a page; all spellings of a zone share them. */
function pageOfZone(zone: string, page: number): Stretch[] {
  const name = canonicalZone(zone)
  const key = `${name} ${page}`
  const known = pages.get(key, 0)
  if (known) return known
  const stretches = stretchesOf(name, page * PAGE, (page + 1) * PAGE)
  pages.set(key, stretches, Infinity)
  return stretches
}

function stretchesOf(zone: string, from: Minute, to: Minute): Stretch[] {
  const stretches: Stretch[] = []
  let moment: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(
    millisecondsAt(from),
  ).toZonedDateTimeISO(zone)
  let begin = from
  while (begin < to) {
    const offset = Math.round(moment.offsetNanoseconds / 60e9)
    const next: Temporal.ZonedDateTime | null = moment.getTimeZoneTransition('next')
    // transitions are on whole minutes ever since zones stopped keeping seconds
    const end = next ? Math.min(to, Math.ceil(next.epochMilliseconds / 60_000)) : to
    stretches.push({ from: begin, to: end, offset })
    begin = end
    moment = next ?? moment
  }
  return stretches
}

/**
 * The first instant at which the wall clock shows a local minute or a later one. For the start of a day, this is its
 * first existing instant; a day that the zone skips begins with the next one.
 */
export function firstInstantOf(clock: ZoneClock, local: LocalMinute): Minute {
  // no zone is further than a day from UTC, and no clock skips more than a day
  for (const { from, to, offset } of clock.stretches(local - 1500, local + 3000)) {
    const instant = Math.max(from, local - offset)
    if (instant < to) return instant
  }
  throw new RangeError(`${clock.zone} never shows the local minute ${local}`)
}
