import type { Request, Router } from 'express'
import { presentV1, Problem, problem, v1, type Caller, type WholeAppointment } from '@appointments/contracts'
import type { Tickets } from '@appointments/credentials'
import { bind } from '@appointments/http'
import type { App } from '../app.ts'
import { presentParticipant } from './present-participant.ts'

interface V1Deps {
  app: App
  callerOf: (request: Request) => Caller
  roomLink: Tickets['roomLink']
}

/** The operations of this service in v1: the same use cases, the shapes and refusals of v1. */
export const v1Router = ({ app, callerOf, roomLink }: V1Deps): Router =>
  bind({
    api: v1,
    owner: 'participants',
    callerOf,
    handlers: {
      reassignAppointment: ({ caller, body }) =>
        asV1(
          app.reassignAppointment({ caller, appointmentId: body.id, agentId: body.userId }).then(presentV1),
        ),

      addAgent: ({ caller, body }) =>
        asV1(
          app
            .addAgent({ caller, appointmentId: body.id, agentId: body.userId })
            .then(({ whole }) => presentV1(whole)),
        ),

      addCustomer: ({ caller, body }) =>
        asV1(
          app
            .addCustomer({ caller, appointmentId: body.id, customer: body.customer })
            .then(({ whole }) => presentV1(whole)),
        ),

      removeParticipant: ({ caller, params }) =>
        asV1(
          app
            .removeParticipant({ caller, appointmentId: params.id, participantId: params.participantId })
            .then(presentV1),
        ),

      async getParticipant({ caller, params }) {
        const view = await app.getParticipant({
          caller,
          appointmentId: params.id,
          participantId: params.participantId,
        })
        refuseCancelled(view.whole)
        return presentParticipant(view, roomLink)
      },
    },
  })

/** v1 does not show what was cancelled (reference, section 3.1). */
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
