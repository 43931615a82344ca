import { say } from '../text/words.ts'
import type { Agent, Appointment, Participant } from './api/shapes.ts'

const customersOf = ({ participants }: Pick<Appointment, 'participants'>) =>
  participants.filter(({ type }) => type === 'CUSTOMER')

/** The name of a participant; an agent without a name appears by its id. */
export const nameOf = ({ id, type, displayName }: Participant): string =>
  displayName ?? (type === 'AGENT' ? id : say('desk.customer'))

/** The customers of an appointment in one line: `Ada Lovelace and 1 more`. */
export function customerNames(appointment: Pick<Appointment, 'participants'>): string {
  const [first, ...others] = customersOf(appointment)
  if (!first) return say('desk.noCustomer')
  const name = nameOf(first)
  return others.length === 0 ? name : say('desk.andMore', { name, count: others.length })
}

export const agentName = ({ id, displayName }: Agent): string => displayName ?? id

/** Customers who wait for the agent. */
export const waitingIn = (appointment: Appointment): Participant[] =>
  customersOf(appointment).filter(({ state }) => state === 'WAITING')

/** Whether a customer waits or is in the call. */
export const hasPresentCustomer = (appointment: Appointment): boolean =>
  customersOf(appointment).some(({ state }) => state === 'WAITING' || state === 'JOINED')

/** Whether a participant is in the call. */
export const hasJoined = ({ participants }: Appointment): boolean =>
  participants.some(({ state }) => state === 'JOINED')
