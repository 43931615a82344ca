import type { Tx } from '@appointments/postgres'
import type { AppointmentEvent } from '../domain/follow.ts'
import { currentTickets } from '../domain/current-tickets.ts'
import { interactionUpdated } from '../events.ts'
import type { Deps } from './deps.ts'
import { followedCopy } from './followed-copy.ts'

type FollowDeps = Pick<Deps, 'appointments' | 'tickets' | 'outbox' | 'applications' | 'clock'>

/**
 * Follows a change of an appointment: its snapshot, the interaction's state and the valid tickets.
 * @throws Error if the appointment is not known yet, so that the event is delivered again
 */
export const followAppointment =
  (deps: FollowDeps) =>
  async (tx: Tx, event: AppointmentEvent): Promise<void> => {
    const { appointments, tickets, outbox, clock } = deps
    const copy = await followedCopy(tx, deps, event)
    if (!copy) return
    const { current, whole } = copy
    appointments.update(tx, whole)
    tickets.register(tx, whole.appointment.id, currentTickets(whole))
    if (whole.roster !== current.roster)
      outbox.append(tx, interactionUpdated({ whole, actor: event.data.actor, at: clock.now() }, false))
  }
