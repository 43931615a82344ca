import { isDeepStrictEqual } from 'node:util'
import type { AppointmentsEvent } from '@appointments/contracts'
import { endOf, takeTurn, type Turn } from './interaction-course.ts'
import type { AppointmentCopy } from './appointment-copy.ts'

/** The events of the appointments service that change an appointment. */
export type AppointmentEvent = AppointmentsEvent<
  | 'APUpdatedEvent'
  | 'APRescheduledEvent'
  | 'APActivatedEvent'
  | 'APCancelledEvent'
  | 'APDeletedEvent'
  | 'APAbortedEvent'
  | 'APOutcomeEvent'
  | 'APAssignmentDecidedEvent'
>

const outcomeTurns: Partial<Record<string, Turn>> = { COMPLETED: 'COMPLETE', IN_PROGRESS: 'RESUME' }

/** The change of the interaction that an event causes, if any. */
function turnOf(event: AppointmentEvent): Turn | undefined {
  switch (event.type) {
    case 'APRescheduledEvent':
      return 'REOPEN'
    case 'APCancelledEvent':
    case 'APDeletedEvent':
      return 'CANCEL'
    case 'APOutcomeEvent':
      return outcomeTurns[event.data.outcome ?? 'NONE']
    default:
      return undefined
  }
}

/**
 * The appointment after an event: the newest snapshot wins, and the interaction results from all known changes. Late and
 * duplicate events lead to the same result. If the interaction or presence changes, the roster gets the next version;
 * otherwise it stays the same object.
 */
export function follow(current: AppointmentCopy, event: AppointmentEvent): AppointmentCopy {
  const snapshot = event.data.appointment
  const turn = turnOf(event)
  const course = turn ? takeTurn(current.course, snapshot.version, turn) : current.course
  const isNewer = snapshot.version > current.appointment.version
  const roster = { ...current.roster, interaction: endOf(course) }
  // presence at the old time means nothing for the new one
  if (isNewer && snapshot.start !== current.appointment.start) {
    roster.participants = roster.participants.map(({ state: _, ...participant }) => participant)
  }
  return {
    ...current,
    appointment: isNewer ? snapshot : current.appointment,
    course,
    roster: isDeepStrictEqual(roster, current.roster)
      ? current.roster
      : { ...roster, version: current.roster.version + 1 },
  }
}
