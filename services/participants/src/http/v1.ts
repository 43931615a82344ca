import {
  presentV1,
  Problem,
  problem,
  type Caller,
  type v1Operations,
  type WholeAppointment,
} from '@appointments/contracts'
import type { Tickets } from '@appointments/credentials'
import type { Handlers } from '@appointments/http'
import { answered } from '@appointments/idempotency'
import type { App } from '../app.ts'
import type { ParticipantView } from '../use-cases/deps.ts'
import { presentParticipant } from './present-participant.ts'

/** The operations of this service in v1: the same use cases, the shapes and refusals of v1. */
export function v1Handlers(
  app: App,
  roomLink: Tickets['roomLink'],
): Handlers<typeof v1Operations, 'participants'> {
  const presentWhole =
    (caller: Caller) =>
    ({ whole }: ParticipantView) =>
      presentV1(caller)(whole)
  return {
    reassignAppointment: ({ caller, body: { id, userId } }) =>
      asV1(
        answered(presentV1(caller), () =>
          app.reassignAppointment({ caller, appointmentId: id, agentId: userId }),
        ),
      ),

    addAgent: ({ caller, body: { id, userId } }) =>
      asV1(
        answered(presentWhole(caller), () => app.addAgent({ caller, appointmentId: id, agentId: userId })),
      ),

    addCustomer: ({ caller, body: { id, customer } }) =>
      asV1(answered(presentWhole(caller), () => app.addCustomer({ caller, appointmentId: id, customer }))),

    removeParticipant: ({ caller, params: { id, participantId } }) =>
      asV1(
        answered(presentV1(caller), () =>
          app.removeParticipant({ caller, appointmentId: id, participantId }),
        ),
      ),

    async getParticipant({ caller, params: { id, participantId } }) {
      const view = await app.getParticipant({ caller, appointmentId: id, participantId })
      refuseCancelled(view.whole)
      return presentParticipant(caller, roomLink)(view)
    },
  }
}

/** v1 does not show what was cancelled (docs/contract/versions.md#differences). */
function refuseCancelled({ appointment }: WholeAppointment): void {
  if (appointment.state === 'CANCELLED') throw problem('APPOINTMENT_NOT_FOUND')
}

/** v1 refuses a closed appointment otherwise than v2: a cancelled one is gone, an aborted one is a bad request. */
const asV1 = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  answer.catch((error: unknown) => {
    if (!(error instanceof Problem) || error.code !== 'INVALID_STATE') throw error
    throw error.details.extensions?.state === 'CANCELLED'
      ? problem('APPOINTMENT_NOT_FOUND')
      : problem('SCHEDULE_STATE', error.details)
  })
