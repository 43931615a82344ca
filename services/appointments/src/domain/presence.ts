import { accessEnds, agentsOf, customersOf, joinFrom } from '@appointments/appointment'
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

/** Whether no participant is in the room or waiting to enter it. */
const allAreGone = (roster: RosterSnapshot): boolean =>
  roster.participants.every(({ state }) => state === undefined || state === 'LEFT')

/** When presence begins to count towards the outcome. */
export const countsFrom = ({ appointment, application }: StoredAppointment): Date =>
  joinFrom(appointment, application)

/**
 * When a meeting in progress will be complete, as far as is known now: after all participants have been gone for the
 * grace period, which does not begin before the start, or when the room closes.
 */
export function completeAt({ appointment, application, roster, allLeftAt }: StoredAppointment): Date {
  const closes = accessEnds(appointment)
  if (!allLeftAt || !allAreGone(roster)) return closes
  const goneSince = Math.max(allLeftAt.getTime(), Date.parse(appointment.start))
  return new Date(Math.min(goneSince + lengthOf(application.rejoinGrace), closes.getTime()))
}

/**
 * The stored appointment with the presence that a roster shows. A roster older than the stored one counts for presence
 * but does not replace it.
 * @param at when the roster changed
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

/**
 * When a customer first joined. If the stored roster shows a customer who joined before presence began to count, the
 * customer counts as having joined when it began to count.
 */
function firstJoin(stored: StoredAppointment, roster: RosterSnapshot, at: Date): Date | undefined {
  const begin = countsFrom(stored)
  if (at < begin) return undefined
  const wasIn = roster.version > stored.roster.version && customerIsIn(stored.roster)
  if (wasIn) return begin
  return customerIsIn(roster) ? at : undefined
}

/**
 * Since when all participants have been gone. A late roster that shows presence proves that a participant was still
 * there.
 */
function lastLeave({ roster: before, allLeftAt }: StoredAppointment, roster: RosterSnapshot, at: Date): Date {
  if (!allLeftAt) return at
  const isSince = allAreGone(before) && (allAreGone(roster) || at < allLeftAt)
  return isSince ? allLeftAt : at
}

/**
 * The stored appointment without the presence recorded for its old start. That presence does not count for another
 * start: the participants service clears the states too, and until its roster arrives the stored ones do not count.
 * With the same start, all recorded presence stays valid.
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
