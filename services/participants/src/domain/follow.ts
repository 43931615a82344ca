import { isDeepStrictEqual } from 'node:util'
import type { AppointmentsEvent } from '@appointments/contracts'
import { endOf, takeTurn, type Turn } from './interaction-course.ts'
import type { AppointmentCopy } from './appointment-copy.ts'

/** The events by which the appointments service tells what became of an appointment. */
export type AppointmentEvent = AppointmentsEvent<
  | 'APUpdatedEvent'
  | 'APRescheduledEvent'
  | 'APActivatedEvent'
  | 'APCancelledEvent'
  | 'APDeletedEvent'
  | 'APAbortedEvent'
  | 'APOutcomeEvent'
>

const outcomeTurns: Partial<Record<string, Turn>> = { COMPLETED: 'COMPLETE', IN_PROGRESS: 'RESUME' }

/** What an event does to the interaction, if anything. */
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
 * The appointment after an event about it: the newest snapshot stands, and the interaction is where all changes
 * known so far bring it. Older events arriving late, and events arriving twice, end in the same place. The
 * roster is one version later where its interaction or presence changed, and the same object where neither did.
 */
export function follow(current: AppointmentCopy, event: AppointmentEvent): AppointmentCopy {
  const told = event.data.appointment
  const turn = turnOf(event)
  const course = turn ? takeTurn(current.course, told.version, turn) : current.course
  const isNewer = told.version > current.appointment.version
  const roster = { ...current.roster, interaction: endOf(course) }
  // who was there at the old time says nothing of the new one
  if (isNewer && told.start !== current.appointment.start) {
    roster.participants = roster.participants.map(({ state: _, ...participant }) => participant)
  }
  return {
    ...current,
    appointment: isNewer ? told : current.appointment,
    course,
    roster: isDeepStrictEqual(roster, current.roster)
      ? current.roster
      : { ...roster, version: current.roster.version + 1 },
  }
}
