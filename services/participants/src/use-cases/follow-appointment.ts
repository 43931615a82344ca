import type { Tx } from '@appointments/postgres'
import { follow, type AppointmentEvent } from '../domain/follow.ts'
import { currentTickets } from '../domain/current-tickets.ts'
import { interactionUpdated } from '../events.ts'
import type { Deps } from './deps.ts'
import { requireSettings } from './require-settings.ts'

type FollowDeps = Pick<Deps, 'appointments' | 'tickets' | 'outbox' | 'applications' | 'clock'>

/**
 * Follows a change of an appointment: its snapshot, the interaction's state and the valid tickets.
 * @throws Error if the appointment is not known yet, so that the event is delivered again
 */
export const followAppointment =
  ({ appointments, tickets, outbox, applications, clock }: FollowDeps) =>
  async (tx: Tx, event: AppointmentEvent): Promise<void> => {
    const { appointment, actor } = event.data
    const [current, settingsVersion] = await Promise.all([
      appointments.findForChange(tx, appointment.id),
      applications.knownVersion(tx, appointment.applicationId),
    ])
    if (current === 'removed') return
    if (!current) throw new Error(`appointment ${appointment.id} has not come yet`)
    requireSettings(appointment, settingsVersion)
    const whole = follow(current, event)
    appointments.update(tx, whole)
    tickets.register(tx, appointment.id, currentTickets(whole))
    if (whole.roster !== current.roster)
      outbox.append(tx, interactionUpdated({ whole, actor, at: clock.now() }, false))
  }
