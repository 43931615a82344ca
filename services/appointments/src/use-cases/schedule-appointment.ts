import { actorOf, type Application } from '@appointments/contracts'
import { appointmentEvent } from '../events.ts'
import { checkSelfBooking, schedule, type ScheduleAppointment } from '../domain/schedule.ts'
import { endOf, type StoredAppointment } from '../domain/appointment.ts'
import { applications } from '../repositories/applications.ts'
import { appointments } from '../repositories/appointments.ts'
import type { Deps } from './deps.ts'
import { useApplication } from './use-application.ts'

/** Schedules an appointment; where the application activates by itself, with its room. */
export const scheduleAppointment =
  (deps: Deps) =>
  async (command: ScheduleAppointment): Promise<StoredAppointment> => {
    const { pool, transaction, outbox, clock, newId } = deps
    const id = newId()
    const roomUrl = await roomFor(deps, id, command, await applications.find(pool, command.applicationId))
    return transaction(async (tx) => {
      const application = await useApplication(tx, deps, command.applicationId, command.caller)
      if (command.caller.verifiedContact) checkSelfBooking(command, application)
      const now = clock.now()
      const { appointment, roster, customers } = schedule(command, { id, newId, application, now, roomUrl })
      const stored = { appointment, roster, application }
      await appointments.insert(tx, stored, now)
      const actor = actorOf(command.caller)
      await outbox.append(
        tx,
        appointmentEvent('APScheduledEvent', appointment, actor, now, { roster, customers }),
      )
      return stored
    })
  }

/**
 * The room of an appointment that is activated at once. One that cannot be had now is no reason to refuse the
 * booking: the activation is tried again later.
 */
async function roomFor(
  { rooms }: Deps,
  id: string,
  { start, duration }: ScheduleAppointment,
  application?: Application,
) {
  if (!application?.autoActivate) return undefined
  return rooms
    .open({ id, start: start.toISOString(), end: endOf(start, duration).toISOString() })
    .catch(() => undefined)
}
