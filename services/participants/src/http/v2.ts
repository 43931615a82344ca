import { presentV2, type v2Operations, type WholeAppointment } from '@appointments/contracts'
import type { SecureTokens, Tickets } from '@appointments/credentials'
import type { Handlers } from '@appointments/http'
import { answered } from '@appointments/idempotency'
import type { App } from '../app.ts'
import type { ParticipantView } from '../use-cases/deps.ts'
import { presentParticipant } from './present-participant.ts'

/** The operations of this service in v2. */
export function v2Handlers(
  app: App,
  roomLink: Tickets['roomLink'],
  secureTokenOf: SecureTokens['of'],
): Handlers<typeof v2Operations, 'participants'> {
  const present = (whole: WholeAppointment) => presentV2(whole, secureTokenOf)
  const presentDetails = (view: ParticipantView) => presentParticipant(view, roomLink)
  return {
    reassignAppointment: ({ caller, body: { id, userId }, ifMatch }) =>
      answered(present, () =>
        app.reassignAppointment({ caller, appointmentId: id, agentId: userId, ifMatch }),
      ),

    addAgent: ({ caller, body: { id, userId }, ifMatch }) =>
      answered(presentDetails, () => app.addAgent({ caller, appointmentId: id, agentId: userId, ifMatch })),

    addCustomer: ({ caller, body: { id, customer }, ifMatch }) =>
      answered(presentDetails, () => app.addCustomer({ caller, appointmentId: id, customer, ifMatch })),

    removeParticipant: ({ caller, params: { id, participantId }, ifMatch }) =>
      answered(present, () => app.removeParticipant({ caller, appointmentId: id, participantId, ifMatch })),

    getParticipant: async ({ caller, params: { id, participantId } }) =>
      presentDetails(await app.getParticipant({ caller, appointmentId: id, participantId })),

    setParticipantState: ({ caller, params: { id, participantId }, query: { state }, ifMatch }) =>
      answered(present, () =>
        app.setParticipantState({ caller, appointmentId: id, participantId, state, ifMatch }),
      ),

    acceptInteraction: ({ caller, params: { id }, body: participantId, ifMatch }) =>
      answered(present, () => app.acceptInteraction({ caller, appointmentId: id, participantId, ifMatch })),

    failInteraction: ({ caller, params: { id }, query, ifMatch }) =>
      answered(present, () => app.failInteraction({ caller, appointmentId: id, ...query, ifMatch })),

    getInteraction: ({ caller, params: { id } }) => app.getInteraction({ caller, appointmentId: id }),

    updateInteraction: ({ caller, params: { id }, body: changes, ifMatch }) =>
      answered(present, () => app.updateInteraction({ caller, appointmentId: id, changes, ifMatch })),
  }
}
