import { accessEnds, agentsOf, customersOf } from '@appointments/appointment'
import { lengthOf, type RosterSnapshot } from '@appointments/contracts'
import type { StoredAppointment } from './stored-appointment.ts'

const hasJoined = ({ state }: { state?: string | undefined }) => state === 'JOINED'

/** Whether any participant is in the room. */
export const someoneIsIn = (roster: RosterSnapshot): boolean => roster.participants.some(hasJoined)

/** Whether a customer is in the room. */
export const customerIsIn = (roster: RosterSnapshot): boolean => customersOf(roster).some(hasJoined)

/** Whether an agent and a customer are in the room together. */
export const meetingIsOn = (roster: RosterSnapshot): boolean =>
  customerIsIn(roster) && agentsOf(roster).some(hasJoined)

/** Whether no participant is in the room or waits to enter it. */
const allAreGone = (roster: RosterSnapshot): boolean =>
  roster.participants.every(({ state }) => state === undefined || state === 'LEFT')

/** From when on presence counts towards the outcome. */
export const countsFrom = ({ appointment, application }: StoredAppointment): Date =>
  new Date(Date.parse(appointment.start) - lengthOf(application.earlyJoin))

/**
 * When a meeting in progress is complete, as far as is known now: once everybody has been gone for the grace period,
 * which begins at the start at the earliest, or when the room closes.
 */
export function completeAt({ appointment, application, roster, allLeftAt }: StoredAppointment): Date {
  const closes = accessEnds(appointment)
  if (!allLeftAt || !allAreGone(roster)) return closes
  const goneSince = Math.max(allLeftAt.getTime(), Date.parse(appointment.start))
  return new Date(Math.min(goneSince + lengthOf(application.rejoinGrace), closes.getTime()))
}

/**
 * The stored appointment with what a roster shows of who was there. An older roster than the one on record does not
 * replace it.
 * @param at when the roster came about
 */
export function withRoster(stored: StoredAppointment, roster: RosterSnapshot, at: Date): StoredAppointment {
  const { allLeftAt: _, customerJoinedAt = firstJoin(stored, roster, at), ...kept } = stored
  const newest = roster.version > stored.roster.version ? roster : stored.roster
  const left = allAreGone(newest) ? lastLeave(stored, roster, at) : undefined
  return {
    ...kept,
    roster: newest,
    ...(customerJoinedAt && { customerJoinedAt }),
    ...(left && { allLeftAt: left }),
  }
}

/** A customer who has been in since before presence began to count is noticed when the roster changes. */
function firstJoin(stored: StoredAppointment, roster: RosterSnapshot, at: Date): Date | undefined {
  if (at < countsFrom(stored)) return undefined
  const wasIn = roster.version > stored.roster.version && customerIsIn(stored.roster)
  return wasIn || customerIsIn(roster) ? at : undefined
}

/** Since when everybody has been gone. A late roster that shows presence proves that it was no sooner. */
function lastLeave({ roster: before, allLeftAt }: StoredAppointment, roster: RosterSnapshot, at: Date): Date {
  if (!allLeftAt) return at
  const isSince = allAreGone(before) && (allAreGone(roster) || at < allLeftAt)
  return isSince ? allLeftAt : at
}

/**
 * The stored appointment without what presence has shown of its old time. Who is there now says nothing of another
 * start: the participants service clears the states too, and until its roster arrives the ones on record don't count.
 * With the same start everything that presence has shown still holds.
 */
export function withPresenceForgotten(
  stored: StoredAppointment,
  { start }: Pick<StoredAppointment['appointment'], 'start'>,
): StoredAppointment {
  if (start === stored.appointment.start) return stored
  const { customerJoinedAt: _, allLeftAt: __, ...kept } = stored
  const participants = kept.roster.participants.map(({ state: _state, ...participant }) => participant)
  return { ...kept, roster: { ...kept.roster, participants } }
}
