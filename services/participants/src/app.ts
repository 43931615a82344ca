import type { SecureTokens, Tickets } from '@appointments/credentials'
import { readAgain, type Keyed } from '@appointments/idempotency'
import type { AppointmentCopy } from './domain/appointment-copy.ts'
import { keepSettings } from './repositories/availability-settings.ts'
import { acceptInteraction } from './use-cases/accept-interaction.ts'
import { addAgent } from './use-cases/add-agent.ts'
import { addCustomer } from './use-cases/add-customer.ts'
import { applyDecision } from './use-cases/apply-decision.ts'
import { copyAppointment } from './use-cases/copy-appointment.ts'
import type { Deps } from './use-cases/deps.ts'
import { eraseAppointment } from './use-cases/erase-appointment.ts'
import { failInteraction } from './use-cases/fail-interaction.ts'
import { followAppointment } from './use-cases/follow-appointment.ts'
import { findParticipants } from './use-cases/find-participants.ts'
import { getInteraction } from './use-cases/get-interaction.ts'
import { getParticipant } from './use-cases/get-participant.ts'
import { readAssignments } from './use-cases/read-assignments.ts'
import { reassignAppointment } from './use-cases/reassign-appointment.ts'
import { removeParticipant } from './use-cases/remove-participant.ts'
import { resolveTicket } from './use-cases/resolve-ticket.ts'
import { searchAppointments } from './use-cases/search-appointments.ts'
import { setParticipantState } from './use-cases/set-participant-state.ts'
import { updateCustomer } from './use-cases/update-customer.ts'
import { updateInteraction } from './use-cases/update-interaction.ts'
import { viewRoom } from './use-cases/view-room.ts'

/** The use cases of the participants service. */
export function createApp(deps: Deps & { hashOf: Tickets['hash']; secureTokens: SecureTokens }) {
  /**
   * Reads the appointment again after the other services have applied the change, because presence may change its
   * outcome.
   */
  const newest =
    <Command>(change: (command: Command) => Promise<Keyed<AppointmentCopy>>) =>
    async (command: Command): Promise<Keyed<AppointmentCopy>> => {
      const changed = await change(command)
      const now = await deps.appointments.find(changed.appointment.id)
      if (now === undefined || now === 'removed') return changed
      const { warnings } = changed
      return readAgain(changed, warnings ? { ...now, warnings } : now)
    }

  return {
    // requested by callers
    reassignAppointment: newest(reassignAppointment(deps)),
    addAgent: addAgent(deps),
    addCustomer: addCustomer(deps),
    removeParticipant: newest(removeParticipant(deps)),
    findParticipants: findParticipants(deps),
    getParticipant: getParticipant(deps),
    setParticipantState: newest(setParticipantState(deps)),
    acceptInteraction: newest(acceptInteraction(deps)),
    failInteraction: newest(failInteraction(deps)),
    getInteraction: getInteraction(deps),
    updateInteraction: newest(updateInteraction(deps)),
    searchAppointments: searchAppointments(deps),
    // requested by other services
    resolveTicket: resolveTicket(deps),
    readAssignments: readAssignments(deps),
    viewRoom: viewRoom(deps),
    // caused by events
    copyAppointment: copyAppointment(deps),
    followAppointment: followAppointment(deps),
    applyDecision: applyDecision(deps),
    updateCustomer: updateCustomer(deps),
    eraseAppointment: eraseAppointment(deps),
    keepApplication: deps.applications.keep,
    keepAvailabilitySettings: keepSettings,
  }
}
export type App = ReturnType<typeof createApp>
