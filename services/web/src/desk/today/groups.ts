import type { Appointment } from '../api/shapes.ts'
import { hasJoined, waitingIn } from '../people.ts'
import { standingOf } from '../standing.ts'

/** An appointment that starts within this time is next. */
export const SOON_MS = 3_600_000

export const groupNames = ['now', 'next', 'later', 'done'] as const
export type GroupName = (typeof groupNames)[number]

/** When each waiting participant began to wait, in milliseconds. */
export type WaitingSince = ReadonlyMap<string, number>

/** When the first customer of an appointment began to wait; undefined if it is not known, or no customer waits. */
export function waitingSince(appointment: Appointment, since: WaitingSince): number | undefined {
  const known = waitingIn(appointment).flatMap(({ id }) => since.get(id) ?? [])
  return known.length === 0 ? undefined : Math.min(...known)
}

/** The group of an appointment at a moment. */
export function groupOf(appointment: Appointment, now: number): GroupName {
  const standing = standingOf(appointment, now)
  if (standing === 'waiting' || standing === 'running') return 'now'
  if (standing !== 'booked' && standing !== 'open') return 'done'
  return Date.parse(appointment.start) - now <= SOON_MS ? 'next' : 'later'
}

/** The appointments of a day in groups, sorted by start, except that the longest wait comes first. */
export function groupsOf(
  all: readonly Appointment[],
  since: WaitingSince,
  now: number,
): Record<GroupName, Appointment[]> {
  const groups: Record<GroupName, Appointment[]> = { now: [], next: [], later: [], done: [] }
  const inOrder = [...all].sort((one, other) => Date.parse(one.start) - Date.parse(other.start))
  for (const one of inOrder) groups[groupOf(one, now)].push(one)
  const rank = (one: Appointment) =>
    waitingIn(one).length > 0
      ? (waitingSince(one, since) ?? Date.parse(one.start))
      : Number.MAX_SAFE_INTEGER - (hasJoined(one) ? 1 : 0)
  groups.now.sort((one, other) => rank(one) - rank(other))
  return groups
}
