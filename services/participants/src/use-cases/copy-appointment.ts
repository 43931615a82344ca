import type { AppointmentsEvent } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import { beginCourse } from '../domain/interaction-course.ts'
import { currentTickets } from '../domain/current-tickets.ts'
import type { Deps } from './deps.ts'
import { requireSettings } from './require-settings.ts'

type CopyDeps = Pick<Deps, 'appointments' | 'tickets'>

/** Stores the local copy of a scheduled appointment, unless it is known or was removed. */
export const copyAppointment =
  ({ appointments, tickets }: CopyDeps) =>
  async (tx: Tx, { data }: AppointmentsEvent<'APScheduledEvent'>): Promise<void> => {
    const { appointment, roster, customers: records } = data
    const course = beginCourse(roster.interaction, appointment.version)
    const registered = tickets.rowsOf(currentTickets({ appointment, roster }))
    const { isNew, settingsVersion } = await appointments.insert(
      tx,
      { appointment, roster, course },
      { customers: records, tickets: registered },
    )
    // an error undoes the insert
    if (isNew) requireSettings(appointment, settingsVersion)
  }
