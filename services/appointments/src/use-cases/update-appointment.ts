import type { UpdateRequest } from '@appointments/contracts'
import { appointmentEvent } from '../events.ts'
import { update } from '../domain/update.ts'
import { changeAppointment, type ChangeOf } from './change-appointment.ts'
import type { Deps } from './deps.ts'

/** Changes details of an appointment or of one of its customers. */
export const updateAppointment = (deps: Deps) => (command: ChangeOf & { request: UpdateRequest }) =>
  changeAppointment(deps, command, (stored, now, actor) => {
    const updated = update(stored, command.request, now)
    if (!updated) return undefined
    const { appointment, ...more } = updated
    return {
      after: { ...stored, appointment },
      events: [appointmentEvent('APUpdatedEvent', appointment, actor, now, more)],
    }
  })
