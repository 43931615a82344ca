const DAY_MS = 86_400_000

// of the process rather than of the call, so that two dates of a test stay apart by whole days across midnight
const today = Math.floor(Date.now() / DAY_MS) * DAY_MS

/**
 * The instant so many days from today at a time of day in UTC, in RFC 3339 with whole seconds. Whatever meets a real
 * clock is dated by it, so that it holds in any year; a negative number of days lies in the past.
 */
export function daysAhead(days: number, time = '09:00:00'): string {
  return `${new Date(today + days * DAY_MS).toISOString().slice(0, 10)}T${time}Z`
}
