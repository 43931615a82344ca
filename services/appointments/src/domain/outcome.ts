import { accessEnds, agentsOf, customersOf, lengthOf, type RosterSnapshot } from '@appointments/contracts'
import { isOpen, type StoredAppointment } from './appointment.ts'

type Outcome = NonNullable<StoredAppointment['appointment']['outcome']>

const hasJoined = ({ state }: { state?: string | undefined }) => state === 'JOINED'

export const customerIsIn = (roster: RosterSnapshot): boolean => customersOf(roster).some(hasJoined)

const meetingIsOn = (roster: RosterSnapshot) => customerIsIn(roster) && agentsOf(roster).some(hasJoined)

const nobodyIsLeft = (roster: RosterSnapshot) =>
  roster.participants.every(({ state }) => state === undefined || state === 'LEFT')

/**
 * The outcome after presence changed (decisions, section 3). `null` takes a NO_SHOW back that a customer who
 * came late has proved wrong; undefined changes nothing.
 */
export function outcomeOfPresence(
  { appointment }: StoredAppointment,
  roster: RosterSnapshot,
): Outcome | null | undefined {
  if (!isOpen(appointment)) return undefined
  const { outcome } = appointment
  if (outcome === undefined || outcome === 'NO_SHOW') {
    if (meetingIsOn(roster)) return 'IN_PROGRESS'
    return outcome === 'NO_SHOW' && customerIsIn(roster) ? null : undefined
  }
  return outcome === 'IN_PROGRESS' && nobodyIsLeft(roster) ? 'COMPLETED' : undefined
}

/** What time alone makes of an appointment at an instant. */
export type TimedChange =
  { outcome: 'NO_SHOW' | 'COMPLETED' } | { abort: 'INTERACTION_FAILED' | 'ROOM_UNAVAILABLE' } | undefined

/**
 * Judges an appointment whose check is due: nobody came, the room closed, or the room never opened.
 * The earliest thing goes first; the next check finds the rest.
 */
export function judge(
  { appointment, roster, application, customerJoinedAt }: StoredAppointment,
  now: Date,
): TimedChange {
  if (!isOpen(appointment)) return undefined
  const noShowAt = Date.parse(appointment.start) + lengthOf(application.noShowGrace)
  if (appointment.outcome === undefined && !customerJoinedAt && now.getTime() >= noShowAt)
    return { outcome: 'NO_SHOW' }
  const closed = now >= accessEnds(appointment)
  if (closed && appointment.state === 'ACTIVATED' && roster.interaction.state === 'FAILED') {
    return { abort: 'INTERACTION_FAILED' }
  }
  if (closed && appointment.outcome === 'IN_PROGRESS') return { outcome: 'COMPLETED' }
  const roomDue = application.autoActivate && appointment.state === 'SCHEDULED'
  if (roomDue && now >= new Date(appointment.end)) return { abort: 'ROOM_UNAVAILABLE' }
  return undefined
}
