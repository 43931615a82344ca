import type { AppointmentsEvent } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import { beginCourse } from '../domain/interaction-course.ts'
import { currentTickets } from '../domain/current-tickets.ts'
import type { Deps } from './deps.ts'
import { requireSettings } from './require-settings.ts'

type CopyDeps = Pick<Deps, 'appointments' | 'customers' | 'tickets' | 'applications'>

/** Stores the local copy of a scheduled appointment, unless it is known or was removed. */
export const copyAppointment =
  ({ appointments, customers, tickets, applications }: CopyDeps) =>
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
