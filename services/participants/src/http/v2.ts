import { interactionSeenBy, presentAppointment } from '@appointments/appointment'
import { v2, type Caller, type v2Operations } from '@appointments/contracts'
import type { SecureTokens, Tickets } from '@appointments/credentials'
import { serve, type Handlers, type Served } from '@appointments/http'
import { keyedOperation } from '@appointments/idempotency'
import type { App } from '../app.ts'
import { presentParticipant } from './present-participant.ts'

interface V2Deps {
  app: App
  roomLink: Tickets['roomLink']
  secureTokenOf: SecureTokens['of']
}

/** The operations of this service in v2. */
export const serveV2 = (deps: V2Deps): Served[] => [serve('participants', v2, v2Handlers(deps))]

function v2Handlers({ app, roomLink, secureTokenOf }: V2Deps): Handlers<typeof v2Operations, 'participants'> {
  const present = (caller: Caller) => presentAppointment(caller, secureTokenOf)
  const presentDetails = (caller: Caller) => presentParticipant(caller, roomLink)
  return {
    reassignAppointment: ({ caller, body: { id, userId }, ifMatch }) =>
      keyedOperation(present(caller), () =>
        app.reassignAppointment({ caller, appointmentId: id, agentId: userId, ifMatch }),
      ),

    addAgent: ({ caller, body: { id, userId }, ifMatch }) =>
      keyedOperation(presentDetails(caller), () =>
        app.addAgent({ caller, appointmentId: id, agentId: userId, ifMatch }),
      ),

    addCustomer: ({ caller, body: { id, customer }, ifMatch }) =>
      keyedOperation(presentDetails(caller), () =>
        app.addCustomer({ caller, appointmentId: id, customer, ifMatch }),
      ),

    removeParticipant: async ({ caller, params: { id, participantId }, ifMatch }) =>
      present(caller)(await app.removeParticipant({ caller, appointmentId: id, participantId, ifMatch })),

    getParticipant: async ({ caller, params: { id, participantId } }) =>
      presentDetails(caller)(await app.getParticipant({ caller, appointmentId: id, participantId })),

    setParticipantState: ({ caller, params: { id, participantId }, query: { state }, ifMatch }) =>
      keyedOperation(present(caller), () =>
        app.setParticipantState({ caller, appointmentId: id, participantId, state, ifMatch }),
      ),

    acceptInteraction: ({ caller, params: { id }, body: participantId, ifMatch }) =>
      keyedOperation(present(caller), () =>
        app.acceptInteraction({ caller, appointmentId: id, participantId, ifMatch }),
      ),

    failInteraction: ({ caller, params: { id }, query, ifMatch }) =>
      keyedOperation(present(caller), () =>
        app.failInteraction({ caller, appointmentId: id, ...query, ifMatch }),
      ),

    getInteraction: async ({ caller, params: { id } }) => {
      const { roster } = await app.getInteraction({ caller, appointmentId: id })
      return interactionSeenBy(caller, roster.interaction)
    },

    updateInteraction: ({ caller, params: { id }, body: changes, ifMatch }) =>
      keyedOperation(present(caller), () =>
        app.updateInteraction({ caller, appointmentId: id, changes, ifMatch }),
      ),
  }
}
