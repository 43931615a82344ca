import { forCustomer, interactionSeenBy, presentAppointment } from '@appointments/appointment'
import {
  problem,
  v2,
  v2Administration,
  type Caller,
  type v2AdministrationOperations,
  type v2Operations,
} from '@appointments/contracts'
import type { SecureTokens, Tickets } from '@appointments/credentials'
import { serve, type Handlers, type Served } from '@appointments/http'
import { keyedOperation } from '@appointments/idempotency'
import type { Clock } from '@appointments/runtime'
import type { App } from '../app.ts'
import type { AppointmentCopy } from '../domain/appointment-copy.ts'
import type { AssignmentTarget } from '../use-cases/assign-agent.ts'
import type { ParticipantView } from '../use-cases/deps.ts'
import { presentFound } from './present-found.ts'
import { presentListed, presentNamed } from './present-participant.ts'

interface V2Deps {
  app: App
  roomLink: Tickets['roomLink']
  secureTokenOf: SecureTokens['of']
  clock: Clock
}

/** The operations of this service in v2. */
export const serveV2 = (deps: V2Deps): Served[] => [
  serve('participants', v2, v2Handlers(deps)),
  serve('participants', v2Administration, pageHandlers(deps)),
]

const pageHandlers = ({ app }: V2Deps): Handlers<typeof v2AdministrationOperations, 'participants'> => ({
  viewRoom: async ({ params: { id, room } }) => {
    const view = await app.viewRoom({ appointmentId: id, room })
    if (!view) throw problem('ROOM_NOT_FOUND')
    return view
  },
})

/** Exactly one of the two, as the schema of the request requires. */
const targetOf = ({
  userId = '',
  queueId,
}: {
  userId?: string | undefined
  queueId?: string | undefined
}): AssignmentTarget => (queueId === undefined ? { agentId: userId } : { queueId })

function v2Handlers({
  app,
  roomLink,
  secureTokenOf,
  clock,
}: V2Deps): Handlers<typeof v2Operations, 'participants'> {
  const present = (caller: Caller) => {
    const presented = presentAppointment(caller, secureTokenOf)
    return (whole: AppointmentCopy) => presented(forCustomer(whole, whole.calendar, caller, clock.now()))
  }
  const presentDetails = (caller: Caller) => presentNamed(caller, roomLink)
  const presentAdded = (caller: Caller) => (view: ParticipantView) => ({
    ...presentDetails(caller)(view),
    ...(view.warnings && view.warnings.length > 0 && { warnings: [...view.warnings] }),
  })
  return {
    searchAppointments: async ({ caller, body }) => {
      const { content, ...more } = await app.searchAppointments({ caller, search: body })
      return { content: content.map(presentFound(caller)), ...more }
    },

    findParticipants: async ({ caller, params: { id } }) =>
      (await app.findParticipants({ caller, appointmentId: id })).map(presentListed(caller, roomLink)),

    reassignAppointment: ({ caller, body: { id, override, ...to }, ifMatch }) =>
      keyedOperation(present(caller), () =>
        app.reassignAppointment({
          caller,
          appointmentId: id,
          to: targetOf(to),
          override,
          ifMatch,
          followsPolicy: true,
        }),
      ),

    addAgent: ({ caller, body: { id, userId, override }, ifMatch }) =>
      keyedOperation(presentAdded(caller), () =>
        app.addAgent({
          caller,
          appointmentId: id,
          to: { agentId: userId },
          override,
          ifMatch,
          followsPolicy: true,
        }),
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
