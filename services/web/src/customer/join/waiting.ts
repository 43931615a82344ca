import type { Appointment, Presence } from '../../api/appointment.ts'
import type { Session } from '../../api/session.ts'
import { unbroken } from '../../text/unbroken.ts'

/** The customer's own presence. */
export const ownState = (
  { participants }: Appointment,
  { participantId }: Pick<Session, 'participantId'>,
): Presence | undefined => participants.find(({ id }) => id === participantId)?.state

/** The names of the agents in the room; undefined for a name that customers may not see. */
export const agentsThere = ({ participants }: Appointment): (string | undefined)[] =>
  participants
    .filter(({ type, state }) => type === 'AGENT' && state === 'JOINED')
    .map(({ displayName }) => displayName)

/** The last three digits of a phone number, for the customer to recognize: `…456`. */
export const lastDigits = (phone: string): string => unbroken(`…${phone.replaceAll(/\D/g, '').slice(-3)}`)
