import type { Request, Router } from 'express'
import { presentV2, v2, type Caller, type WholeAppointment } from '@appointments/contracts'
import type { SecureTokens, Tickets } from '@appointments/credentials'
import { bind } from '@appointments/http'
import type { App } from '../app.ts'
import { presentParticipant } from './present-participant.ts'

interface V2Deps {
  app: App
  callerOf: (request: Request) => Caller
  roomLink: Tickets['roomLink']
  secureTokenOf: SecureTokens['of']
}

/** The operations of this service in v2. */
export function v2Router({ app, callerOf, roomLink, secureTokenOf }: V2Deps): Router {
  const present = (whole: WholeAppointment) => presentV2(whole, secureTokenOf)
  return bind({
    api: v2,
    owner: 'participants',
    callerOf,
    handlers: {
      reassignAppointment: async ({ caller, body, ifMatch }) =>
        present(
          await app.reassignAppointment({ caller, appointmentId: body.id, agentId: body.userId, ifMatch }),
        ),

      addAgent: async ({ caller, body, ifMatch }) =>
        presentParticipant(
          await app.addAgent({ caller, appointmentId: body.id, agentId: body.userId, ifMatch }),
          roomLink,
        ),

      addCustomer: async ({ caller, body, ifMatch }) =>
        presentParticipant(
          await app.addCustomer({ caller, appointmentId: body.id, customer: body.customer, ifMatch }),
          roomLink,
        ),

      removeParticipant: async ({ caller, params: { id, participantId }, ifMatch }) =>
        present(await app.removeParticipant({ caller, appointmentId: id, participantId, ifMatch })),

      getParticipant: async ({ caller, params: { id, participantId } }) =>
        presentParticipant(await app.getParticipant({ caller, appointmentId: id, participantId }), roomLink),

      setParticipantState: async ({ caller, params: { id, participantId }, query: { state }, ifMatch }) =>
        present(await app.setParticipantState({ caller, appointmentId: id, participantId, state, ifMatch })),

      acceptInteraction: async ({ caller, params: { id }, body: participantId, ifMatch }) =>
        present(await app.acceptInteraction({ caller, appointmentId: id, participantId, ifMatch })),

      failInteraction: async ({ caller, params: { id }, query, ifMatch }) =>
        present(await app.failInteraction({ caller, appointmentId: id, ...query, ifMatch })),

      getInteraction: ({ caller, params: { id } }) => app.getInteraction({ caller, appointmentId: id }),

      updateInteraction: async ({ caller, params: { id }, body: changes, ifMatch }) =>
        present(await app.updateInteraction({ caller, appointmentId: id, changes, ifMatch })),
    },
  })
}
