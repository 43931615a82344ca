const DAY_MS = 86_400_000

// fixed once per process, so that two dates in a test stay whole days apart when midnight passes between the calls
const today = Math.floor(Date.now() / DAY_MS) * DAY_MS

/**
 * The instant that many days from today at a time of day in UTC, in RFC 3339 with whole seconds. Tests against a real
 * clock use it for their dates, so that they pass in any year.
 * @param days negative for the past
 */
export function daysAhead(days: number, time = '09:00:00'): string {
  return `${new Date(today + days * DAY_MS).toISOString().slice(0, 10)}T${time}Z`
}
