import { isDeepStrictEqual } from 'node:util'
import type { AppointmentsEvent } from '@appointments/contracts'
import { endOf, takeTurn, type Turn } from './interaction-course.ts'
import type { KeptAppointment } from './kept-appointment.ts'

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

/** What an event does to the interaction, if anything. */
function turnOf(event: AppointmentEvent): Turn | undefined {
  switch (event.type) {
    case 'APRescheduledEvent':
      return 'REOPEN'
    case 'APCancelledEvent':
    case 'APDeletedEvent':
      return 'CANCEL'
    case 'APOutcomeEvent':
      return event.data.outcome === 'COMPLETED' ? 'COMPLETE' : undefined
    default:
      return undefined
  }
}

/**
 * The appointment after an event about it: the newest snapshot stands, and the interaction is where all changes
 * known so far bring it. Older events arriving late, and events arriving twice, end in the same place. The
 * roster is one version later where its interaction changed, and the same object where it did not.
 */
export function follow(current: KeptAppointment, event: AppointmentEvent): KeptAppointment {
  const told = event.data.appointment
  const turn = turnOf(event)
  const course = turn ? takeTurn(current.course, told.version, turn) : current.course
  const interaction = endOf(course)
  return {
    ...current,
    appointment: told.version > current.appointment.version ? told : current.appointment,
    course,
    roster: isDeepStrictEqual(interaction, current.roster.interaction)
      ? current.roster
      : { ...current.roster, interaction, version: current.roster.version + 1 },
  }
}
