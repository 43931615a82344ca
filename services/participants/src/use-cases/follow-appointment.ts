import type { Sql } from '@appointments/postgres'
import { follow, type AppointmentEvent } from '../domain/follow-appointment.ts'
import { currentTickets } from '../domain/tickets.ts'
import { interactionUpdated } from '../events.ts'
import type { Applications } from '../repositories/applications.ts'
import { awaitSettings } from './await-settings.ts'
import type { Deps } from './deps.ts'

type FollowDeps = Pick<Deps, 'appointments' | 'tickets' | 'outbox' | 'clock'> & { applications: Applications }

/**
 * Follows a change of an appointment: its snapshot, the state of the interaction, and which tickets open something.
 * @throws Error where the appointment has not come here yet, so that the event is delivered again
 */
export const followAppointment =
  ({ appointments, tickets, outbox, applications, clock }: FollowDeps) =>
  async (tx: Sql, event: AppointmentEvent): Promise<void> => {
    const { appointment, actor } = event.data
    const current = await appointments.findForChange(tx, appointment.id)
    if (current === 'removed') return
    if (!current) throw new Error(`appointment ${appointment.id} has not come yet`)
    await awaitSettings(applications, tx, appointment)
    const whole = follow(current, event)
    await appointments.update(tx, whole)
    await tickets.register(tx, appointment.id, currentTickets(whole))
    if (whole.roster !== current.roster)
      await outbox.append(tx, interactionUpdated({ whole, actor, at: clock.now() }, false))
  }
