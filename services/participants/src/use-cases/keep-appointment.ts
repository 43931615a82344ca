import type { AppointmentsEvent } from '@appointments/contracts'
import type { Sql } from '@appointments/postgres'
import { beginCourse } from '../domain/interaction-course.ts'
import { currentTickets } from '../domain/tickets.ts'
import type { Applications } from '../repositories/applications.ts'
import { awaitSettings } from './await-settings.ts'
import type { Deps } from './deps.ts'

type KeepDeps = Pick<Deps, 'appointments' | 'customers' | 'tickets'> & { applications: Applications }

/** Takes over the roster of an appointment that was scheduled; one that is known or was removed stays as it is. */
export const keepAppointment =
  ({ appointments, customers, tickets, applications }: KeepDeps) =>
  async (tx: Sql, { data }: AppointmentsEvent<'APScheduledEvent'>): Promise<void> => {
    const { appointment, roster, customers: records } = data
    if (await appointments.findForChange(tx, appointment.id)) return
    await awaitSettings(applications, tx, appointment)
    const course = beginCourse(roster.interaction, appointment.version)
    if (!(await appointments.insert(tx, { appointment, roster, course }))) return
    await customers.insert(tx, appointment.id, records)
    await tickets.register(tx, appointment.id, currentTickets({ appointment, roster }))
  }
