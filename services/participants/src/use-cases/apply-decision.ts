import { isOpen } from '@appointments/appointment'
import type { AppointmentsEvent, EventData } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import { withRoster, type AppointmentCopy } from '../domain/appointment-copy.ts'
import { currentTickets } from '../domain/current-tickets.ts'
import { withOrganizer } from '../domain/roster.ts'
import { appointmentReassigned, assignmentDeclined, interactionUpdated } from '../events.ts'
import type { Deps } from './deps.ts'
import { followAppointment } from './follow-appointment.ts'
import { followedCopy } from './followed-copy.ts'

type ApplyDeps = Pick<Deps, 'appointments' | 'tickets' | 'outbox' | 'applications' | 'clock'>

/**
 * Makes the queue member whom the appointments service has chosen the organizer. Declines the decision if the
 * appointment is closed, if the organizer is not the one that the decision was made against, or if the
 * decision was ended meanwhile.
 * @throws Error if the appointment is not known yet, so that the event is delivered again
 */
export const applyDecision =
  (deps: ApplyDeps) =>
  async (tx: Tx, event: AppointmentsEvent<'APAssignmentDecidedEvent'>): Promise<void> => {
    const { appointments, tickets, outbox, clock } = deps
    const { appointment, actor, decisionId, agentId, against } = event.data
    if (agentId === undefined) return followAppointment(deps)(tx, event)
    const copy = await followedCopy(tx, deps, event)
    if (!copy) return
    const { current, whole: followed } = copy
    const at = clock.now()
    const reason = objectionTo(followed, { version: appointment.version, against })
    if (reason) {
      store(followed)
      // only the appointments service gets the event of a declined decision
      if (followed.roster !== current.roster)
        outbox.append(tx, interactionUpdated({ whole: followed, actor, at }, false))
      outbox.append(
        tx,
        assignmentDeclined(
          { whole: followed, actor, at },
          { decisionId, agentId, reason, version: appointment.version },
        ),
      )
      return
    }
    const whole = withRoster(followed, withOrganizer(followed.roster, agentId))
    store(whole)
    outbox.append(tx, appointmentReassigned({ whole, actor, at }, current.roster.organizerId, { decisionId }))

    function store(changed: AppointmentCopy) {
      appointments.update(tx, changed)
      tickets.register(tx, appointment.id, currentTickets(changed))
    }
  }

/** Why a decision cannot be stored; undefined if it can. */
function objectionTo(
  { appointment, roster, decisionsEnded }: AppointmentCopy,
  { version, against }: { version: number; against: string | undefined },
): EventData<'APAssignmentDeclinedEvent'>['reason'] | undefined {
  if (!isOpen(appointment)) return 'ENDED'
  if (roster.organizerId !== against) return 'ROSTER_CHANGED'
  return version <= decisionsEnded ? 'DECISION_ENDED' : undefined
}
