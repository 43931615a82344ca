import { done } from '../../src/done.ts'
import { customersIn, type Appointment, type Participant } from '../../src/response-bodies.ts'
import type { PagesStage } from './pages-stage.ts'

const V2 = '/api/v2/appointments'

let lastCustomer = 0

/** A call of one customer that starts in some seconds. */
export const bookCall = (
  stage: PagesStage,
  secondsAhead: number,
  further: object = {},
): Promise<Appointment> =>
  stage.book(
    `customer-${++lastCustomer}@call.example.com`,
    new Date(Date.now() + secondsAhead * 1000).toISOString(),
    further,
  )

/** The link to the room that the customer of an appointment has. */
export async function roomLink({ supervisor }: PagesStage, appointment: Appointment): Promise<string> {
  const path = `${V2}/${appointment.id}/participants/${customersIn(appointment)[0]!}`
  return ((await done(supervisor('GET', path))) as Participant).ticket!.accessUrl
}

/** The presence of the first participant of a type; undefined if it is not known. */
export const presenceOf = ({ participants }: Appointment, type: 'AGENT' | 'CUSTOMER') =>
  participants.find((one) => one.type === type)?.state

/** Opens the room of an appointment. */
export const activate = ({ machine }: PagesStage, id: string) => done(machine('POST', `${V2}/activate/${id}`))

/** The agent reports its presence. */
export const agentSets = ({ callAs }: PagesStage, id: string, state: string) =>
  done(callAs('ROLE_AGENT', 'agent-7')('PUT', `${V2}/${id}/participants/agent-7?state=${state}`))
