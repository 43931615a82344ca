import type { SecureTokens, Tickets } from '@appointments/credentials'
import { readAgain, type Keyed } from '@appointments/idempotency'
import type { KeptAppointment } from './domain/kept-appointment.ts'
import { acceptInteraction } from './use-cases/accept-interaction.ts'
import { addAgent } from './use-cases/add-agent.ts'
import { addCustomer } from './use-cases/add-customer.ts'
import type { Deps } from './use-cases/deps.ts'
import { failInteraction } from './use-cases/fail-interaction.ts'
import { getInteraction } from './use-cases/get-interaction.ts'
import { getParticipant } from './use-cases/get-participant.ts'
import { readAssignments } from './use-cases/read-assignments.ts'
import { reassignAppointment } from './use-cases/reassign-appointment.ts'
import { removeParticipant } from './use-cases/remove-participant.ts'
import { resolveTicket } from './use-cases/resolve-ticket.ts'
import { setParticipantState } from './use-cases/set-participant-state.ts'
import { updateInteraction } from './use-cases/update-interaction.ts'
import { viewRoom } from './use-cases/view-room.ts'

/** Every use case callers may ask for, by name. */
export function createApp(deps: Deps & { hashOf: Tickets['hash']; secureTokens: SecureTokens }) {
  /** Answers with the appointment as it is once the other services have followed: presence may change its outcome. */
  const settled =
    <Command>(change: (command: Command) => Promise<Keyed<KeptAppointment>>) =>
    async (command: Command): Promise<Keyed<KeptAppointment>> => {
      const changed = await change(command)
      const now = await deps.appointments.find(changed.appointment.id)
      return now === undefined || now === 'removed' ? changed : readAgain(changed, now)
    }

  return {
    reassignAppointment: settled(reassignAppointment(deps)),
    addAgent: addAgent(deps),
    addCustomer: addCustomer(deps),
    removeParticipant: settled(removeParticipant(deps)),
    getParticipant: getParticipant(deps),
    setParticipantState: settled(setParticipantState(deps)),
    acceptInteraction: settled(acceptInteraction(deps)),
    failInteraction: settled(failInteraction(deps)),
    getInteraction: getInteraction(deps),
    updateInteraction: settled(updateInteraction(deps)),
    resolveTicket: resolveTicket(deps),
    readAssignments: readAssignments(deps),
    viewRoom: viewRoom(deps),
  }
}
export type App = ReturnType<typeof createApp>
