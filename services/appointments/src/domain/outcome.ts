import { accessEnds, agentsOf, customersOf, type RosterSnapshot } from '@appointments/contracts'
import { awaitsRoom, isOpen, noShowAt, type StoredAppointment } from './appointment.ts'

type Outcome = NonNullable<StoredAppointment['appointment']['outcome']>

const hasJoined = ({ state }: { state?: string | undefined }) => state === 'JOINED'

/** Whether a customer has joined. */
export const customerIsIn = (roster: RosterSnapshot): boolean => customersOf(roster).some(hasJoined)

const meetingIsOn = (roster: RosterSnapshot) => customerIsIn(roster) && agentsOf(roster).some(hasJoined)

const nobodyIsLeft = (roster: RosterSnapshot) =>
  roster.participants.every(({ state }) => state === undefined || state === 'LEFT')

/**
 * The outcomes that follow from a roster, one after another (decisions, section 3). `null` takes a NO_SHOW back
 * that a customer who came late has proved wrong.
 * @param shown tells who was there, even where it comes late
 * @param newest tells who is there now
 */
export function outcomesOfPresence(
  { appointment }: StoredAppointment,
  { shown, newest }: { shown: RosterSnapshot; newest: RosterSnapshot },
): (Outcome | null)[] {
  if (!isOpen(appointment)) return []
  const { outcome } = appointment
  const outcomes: (Outcome | null)[] = []
  if (outcome === undefined || outcome === 'NO_SHOW') {
    if (meetingIsOn(shown)) outcomes.push('IN_PROGRESS')
    else if (outcome === 'NO_SHOW' && customerIsIn(shown)) outcomes.push(null)
  }
  if ((outcomes.at(-1) ?? outcome) === 'IN_PROGRESS' && nobodyIsLeft(newest)) outcomes.push('COMPLETED')
  return outcomes
}

/** What time alone makes of an appointment at an instant. */
export type TimedChange =
  { outcome: 'NO_SHOW' | 'COMPLETED' } | { abort: 'INTERACTION_FAILED' | 'ROOM_UNAVAILABLE' }

/**
 * Judges an appointment whose check is due: nobody came, the room closed, or the room never opened.
 * What came about first goes first; judging what comes of it finds the rest.
 */
export const judge = (stored: StoredAppointment, now: Date): TimedChange | undefined =>
  timedChanges(stored)
    .filter(({ at }) => now >= at)
    .sort((a, b) => a.at.getTime() - b.at.getTime())[0]?.change

/** What time alone will make of an appointment as it is, and when. */
function timedChanges(stored: StoredAppointment): { at: Date; change: TimedChange }[] {
  const { appointment, roster, customerJoinedAt } = stored
  const { state, outcome } = appointment
  if (!isOpen(appointment)) return []
  const hasFailed = state === 'ACTIVATED' && roster.interaction.state === 'FAILED'
  const changes: { at: Date; change: TimedChange }[] = []
  if (outcome === undefined && !customerJoinedAt)
    changes.push({ at: noShowAt(stored), change: { outcome: 'NO_SHOW' } })
  if (hasFailed) changes.push({ at: accessEnds(appointment), change: { abort: 'INTERACTION_FAILED' } })
  else if (outcome === 'IN_PROGRESS')
    changes.push({ at: accessEnds(appointment), change: { outcome: 'COMPLETED' } })
  if (awaitsRoom(stored))
    changes.push({ at: new Date(appointment.end), change: { abort: 'ROOM_UNAVAILABLE' } })
  return changes
}
