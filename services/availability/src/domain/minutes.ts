/** A minute since 1970-01-01T00:00Z. Calendars resolve to whole minutes, so every minute fits an Int32Array. */
export type Minute = number

/**
 * A minute of a wall clock, counted from 1970-01-01 00:00 on that clock. It names no instant when the clock skips it,
 * and two when the clock repeats it.
 */
export type LocalMinute = number

export const DAY = 1440
export const WEEK = 7 * DAY
/** The Monday before 1970-01-01: weeks begin a multiple of {@link WEEK} after it. */
export const FIRST_WEEK = -3 * DAY

/** The beginning of the week in UTC that contains a minute. */
export const mondayBefore = (minute: Minute): Minute =>
  Math.floor((minute - FIRST_WEEK) / WEEK) * WEEK + FIRST_WEEK

const MS = 60_000

/** The last whole minute that is not after an instant in milliseconds. */
export const minuteAtOrBefore = (ms: number): Minute => Math.floor(ms / MS)

/** The first whole minute that is not before an instant in milliseconds. */
export const minuteAtOrAfter = (ms: number): Minute => Math.ceil(ms / MS)

/** Milliseconds since 1970 at the start of a minute. */
export const millisecondsAt = (minute: Minute): number => minute * MS

/** The wall clock's date at a local minute, as days since 1970-01-01. */
export const dayOf = (local: LocalMinute): number => Math.floor(local / DAY)

/** The ISO week of a day, as weeks since that of 1970-01-01; weeks begin on Monday. */
export const weekOf = (day: number): number => Math.floor((day + 3) / 7)

/** The day of the week, 0 for Monday to 6 for Sunday. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7

/** A date like `2027-03-28` as days since 1970-01-01. */
export const dayOfDate = (date: string): number => Date.parse(`${date}T00:00Z`) / (DAY * MS)

/** Days since 1970-01-01 as a date like `2027-03-28`. */
export const dateOfDay = (day: number): string => new Date(day * DAY * MS).toISOString().slice(0, 10)

/** A time of day like `09:30` in minutes; `24:00` is the end of the day. */
export const minuteOfDay = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
