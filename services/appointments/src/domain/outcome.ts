import { accessEnds, isOpen } from '@appointments/appointment'
import { type RosterSnapshot } from '@appointments/contracts'
import { awaitsRoom, changed, noShowAt, type StoredAppointment } from './appointment.ts'
import { completeAt, countsFrom, customerIsIn, meetingIsOn, someoneIsIn, withRoster } from './presence.ts'

type Outcome = NonNullable<StoredAppointment['appointment']['outcome']>

/** A change of the outcome: the appointment afterwards, and whether time alone caused the change. */
export interface OutcomeChange {
  appointment: StoredAppointment['appointment']
  byTime: boolean
}

/** Derives outcomes one after another, each with a separate version. */
function drawing(from: StoredAppointment, now: Date) {
  const changes: OutcomeChange[] = []
  let current = from
  const set = (outcome: Outcome | null, byTime: boolean) => {
    const { outcome: _, ...kept } = current.appointment
    const next = { ...kept, ...(outcome && { outcome }) }
    current = { ...current, appointment: changed(next, current.application, now, {}) }
    changes.push({ appointment: current.appointment, byTime })
  }
  return {
    judgeUntil(until: Date) {
      // only the check aborts appointments
      for (let due = judge(current, until); due && 'outcome' in due; due = judge(current, until))
        set(due.outcome, true)
    },
    show(shown: RosterSnapshot, at: Date) {
      const outcome = outcomeOfPresence(current, shown, at)
      if (outcome !== undefined) set(outcome, false)
    },
    follow: (roster: RosterSnapshot, at: Date) => (current = withRoster(current, roster, at)),
    drawn: () => ({ stored: current, changes }),
  }
}

/**
 * Applies a roster to the appointment and derives the outcomes from it, one after another. Timed changes that were due
 * before the roster changed are judged first, so that the outcomes do not depend on how often the check runs.
 * @param at when the roster changed
 */
export function takeIn(
  stored: StoredAppointment,
  roster: RosterSnapshot,
  { at, now }: { at: Date; now: Date },
): { stored: StoredAppointment; changes: OutcomeChange[] } {
  const outcomes = drawing(stored, now)
  outcomes.judgeUntil(at)
  outcomes.follow(roster, at)
  outcomes.show(roster, at)
  outcomes.judgeUntil(now)
  return outcomes.drawn()
}

/** Derives the outcomes again after the times have changed: the same presence may now lead to a different outcome. */
export function reconsider(
  stored: StoredAppointment,
  now: Date,
): { stored: StoredAppointment; changes: OutcomeChange[] } {
  const outcomes = drawing(stored, now)
  outcomes.show(stored.roster, now)
  outcomes.judgeUntil(now)
  return outcomes.drawn()
}

/**
 * The outcome that follows from presence. `null` withdraws a NO_SHOW because a customer has joined late.
 * @param shown the roster at that instant, which may have arrived late; `stored` has the newest roster
 */
export function outcomeOfPresence(
  stored: StoredAppointment,
  shown: RosterSnapshot,
  at: Date,
): Outcome | null | undefined {
  const { appointment, roster } = stored
  if (!isOpen(appointment) || at < countsFrom(stored)) return undefined
  switch (appointment.outcome) {
    case undefined:
      return meetingIsOn(shown) ? 'IN_PROGRESS' : undefined
    case 'NO_SHOW':
      if (meetingIsOn(shown)) return 'IN_PROGRESS'
      return customerIsIn(shown) ? null : undefined
    case 'COMPLETED':
      return someoneIsIn(roster) && at < accessEnds(appointment) ? 'IN_PROGRESS' : undefined
    default:
      return undefined
  }
}

/** A change of an appointment that time alone causes. */
export type TimedChange =
  | { outcome: 'IN_PROGRESS' | 'NO_SHOW' | 'COMPLETED' }
  | { abort: 'INTERACTION_FAILED' | 'ROOM_UNAVAILABLE' }

/**
 * Judges an appointment whose check is due: presence began to count, no customer joined, all participants left, the
 * room closed, or the room never opened. Returns the earliest change; judge its result again to find the next one.
 */
export const judge = (stored: StoredAppointment, now: Date): TimedChange | undefined =>
  timedChanges(stored)
    .filter(({ at }) => now >= at)
    .sort((a, b) => a.at.getTime() - b.at.getTime())[0]?.change

/** The changes that time alone will cause to the appointment in its current state, and when. */
function timedChanges(stored: StoredAppointment): { at: Date; change: TimedChange }[] {
  const { appointment, roster, customerJoinedAt } = stored
  const { state, outcome } = appointment
  if (!isOpen(appointment)) return []
  const closes = accessEnds(appointment)
  const hasFailed = state === 'ACTIVATED' && roster.interaction.state === 'FAILED'
  const changes: { at: Date; change: TimedChange }[] = []
  if (outcome === undefined && meetingIsOn(roster))
    changes.push({ at: countsFrom(stored), change: { outcome: 'IN_PROGRESS' } })
  if (outcome === undefined && !customerJoinedAt && !customerIsIn(roster))
    changes.push({ at: noShowAt(stored), change: { outcome: 'NO_SHOW' } })
  if (hasFailed) changes.push({ at: closes, change: { abort: 'INTERACTION_FAILED' } })
  if (outcome === 'IN_PROGRESS' && !(hasFailed && completeAt(stored) >= closes))
    changes.push({ at: completeAt(stored), change: { outcome: 'COMPLETED' } })
  if (awaitsRoom(stored))
    changes.push({ at: new Date(appointment.end), change: { abort: 'ROOM_UNAVAILABLE' } })
  return changes
}
