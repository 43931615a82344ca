import { checkManageGrant } from '@appointments/appointment'
import { SYSTEM } from '@appointments/contracts'
import { appointmentEvent, outcomeEvent } from '../events.ts'
import { reconsider } from '../domain/outcome.ts'
import { withPresenceForgotten } from '../domain/presence.ts'
import { reschedule, type Reschedule } from '../domain/reschedule.ts'
import { changeAppointment, type ChangeOf } from './change-appointment.ts'
import type { Deps } from './deps.ts'

/** Moves an appointment. A customer needs its current manage ticket, which is replaced. */
export const rescheduleAppointment = (deps: Deps) => (command: ChangeOf & { wanted: Reschedule }) =>
  changeAppointment(
    deps,
    command,
    (stored, now, actor) => {
      checkManageGrant(command.caller, stored, 'RESCHEDULE')
      const appointment = reschedule(stored, command.wanted, command.caller, now)
      if (!appointment) return undefined
      const { start, end, duration, timezone } = stored.appointment
      const previous = { start, end, duration, timezone }
      // presence at another start no longer counts, and the outcome is derived again
      const moved = { ...withPresenceForgotten(stored, appointment), appointment }
      const { stored: after, changes } = reconsider(moved, now)
      return {
        after,
        events: [
          appointmentEvent('APRescheduledEvent', appointment, actor, now, { previous }),
          ...changes.map((change) => outcomeEvent(change.appointment, SYSTEM, now)),
        ],
      }
    },
    { moves: true },
  )
