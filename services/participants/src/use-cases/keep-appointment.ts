import type { AppointmentsEvent } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import { beginCourse } from '../domain/interaction-course.ts'
import { currentTickets } from '../domain/tickets.ts'
import type { Applications } from '../repositories/applications.ts'
import type { Deps } from './deps.ts'
import { requireSettings } from './require-settings.ts'

type KeepDeps = Pick<Deps, 'appointments' | 'customers' | 'tickets'> & { applications: Applications }

/** Takes over the roster of an appointment that was scheduled; one that is known or was removed stays as it is. */
export const keepAppointment =
  ({ appointments, customers, tickets, applications }: KeepDeps) =>
  async (tx: Tx, { data }: AppointmentsEvent<'APScheduledEvent'>): Promise<void> => {
    const { appointment, roster, customers: records } = data
    const [known, settingsVersion] = await Promise.all([
      appointments.findForChange(tx, appointment.id),
      applications.knownVersion(tx, appointment.applicationId),
    ])
    if (known) return
    requireSettings(appointment, settingsVersion)
    const course = beginCourse(roster.interaction, appointment.version)
    appointments.insert(tx, { appointment, roster, course })
    customers.insert(tx, appointment.id, records)
    tickets.register(tx, appointment.id, currentTickets({ appointment, roster }))
  }
