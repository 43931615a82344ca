import { asV1, hideCancelled, presentV1 } from '@appointments/appointment/v1'
import type { Caller } from '@appointments/contracts'
import { v1, type v1Operations } from '@appointments/contracts/v1'
import type { Tickets } from '@appointments/credentials'
import { serve, type Handlers, type Served } from '@appointments/http'
import { keyedOperation } from '@appointments/idempotency'
import type { App } from '../app.ts'
import type { ParticipantView } from '../use-cases/deps.ts'
import { presentParticipant } from './present-participant.ts'

interface V1Deps {
  app: App
  roomLink: Tickets['roomLink']
}

/** The operations of this service in v1. */
export const serveV1 = (deps: V1Deps): Served[] => [serve('participants', v1, v1Handlers(deps))]

const presentWhole =
  (caller: Caller) =>
  ({ whole }: ParticipantView) =>
    presentV1(caller)(whole)

/** The same use cases with the shapes and problems of v1. */
const v1Handlers = ({ app, roomLink }: V1Deps): Handlers<typeof v1Operations, 'participants'> => ({
  reassignAppointment: ({ caller, body: { id, userId } }) =>
    keyedOperation(presentV1(caller), () =>
      asV1(app.reassignAppointment({ caller, appointmentId: id, to: { agentId: userId } })),
    ),

  addAgent: ({ caller, body: { id, userId } }) =>
    keyedOperation(presentWhole(caller), () =>
      asV1(app.addAgent({ caller, appointmentId: id, to: { agentId: userId } })),
    ),

  addCustomer: ({ caller, body: { id, customer } }) =>
    keyedOperation(presentWhole(caller), () =>
      asV1(app.addCustomer({ caller, appointmentId: id, customer })),
    ),

  removeParticipant: async ({ caller, params: { id, participantId } }) =>
    presentV1(caller)(await asV1(app.removeParticipant({ caller, appointmentId: id, participantId }))),

  async getParticipant({ caller, params: { id, participantId } }) {
    const view = await app.getParticipant({ caller, appointmentId: id, participantId })
    hideCancelled(view.whole)
    return presentParticipant(caller, roomLink)(view)
  },
})
