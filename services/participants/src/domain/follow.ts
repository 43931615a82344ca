import { isDeepStrictEqual } from 'node:util'
import { agentsOf } from '@appointments/appointment'
import type { AppointmentsEvent, Interaction, RosterSnapshot } from '@appointments/contracts'
import { reopened } from './interaction.ts'
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

/** The changes of the interaction that an event causes, in their order. */
function turnsOf(event: AppointmentEvent): Turn[] {
  switch (event.type) {
    case 'APRescheduledEvent':
      // a new start clears the outcome, so the interaction is not completed any more
      return event.data.previous.start === event.data.appointment.start ? ['REOPEN'] : ['RESUME', 'REOPEN']
    case 'APCancelledEvent':
    case 'APDeletedEvent':
      return ['CANCEL']
    case 'APOutcomeEvent': {
      const turn = outcomeTurns[event.data.outcome ?? 'NONE']
      return turn ? [turn] : []
    }
    default:
      return []
  }
}

/**
 * The appointment after an event: the newest snapshot wins, and the interaction results from all known changes. Late and
 * duplicate events lead to the same result. If the interaction or presence changes, the roster gets the next version;
 * otherwise it stays the same object.
 */
export function follow(current: AppointmentCopy, event: AppointmentEvent): AppointmentCopy {
  const snapshot = event.data.appointment
  const course = turnsOf(event).reduce(
    (before, turn) => takeTurn(before, snapshot.version, turn),
    current.course,
  )
  const isNewer = snapshot.version > current.appointment.version
  const roster = { ...current.roster, interaction: heldBy(current.roster, endOf(course)) }
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

/** The interaction; pending if it was resumed after the agent who had accepted it was replaced or removed. */
const heldBy = (roster: RosterSnapshot, interaction: Interaction): Interaction =>
  interaction.state === 'ACCEPTED' &&
  !agentsOf(roster).some(({ id }) => id === interaction.properties.acceptedBy)
    ? reopened(interaction)
    : interaction
