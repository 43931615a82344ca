import type { Appointment, Presence } from '../../api/appointment.ts'
import type { Session } from '../../api/session.ts'
import { unbroken } from '../../text/unbroken.ts'

/** From this long before the start presence counts, unless the application says otherwise. */
const EARLY_MS = 15 * 60_000

/** From when on customers can join, in milliseconds. */
export const joinFrom = ({ start, joinFrom: known }: Pick<Appointment, 'start' | 'joinFrom'>): number =>
  known === undefined ? Date.parse(start) - EARLY_MS : Date.parse(known)

/** The customer's own presence. */
export const ownState = (
  { participants = [] }: Appointment,
  { participantId }: Pick<Session, 'participantId'>,
): Presence | undefined => participants.find(({ id }) => id === participantId)?.state

/** The agents that are in the room: their names, if customers may see them. */
export const agentsThere = ({ participants = [] }: Appointment): (string | undefined)[] =>
  participants
    .filter(({ type, state }) => type === 'AGENT' && state === 'JOINED')
    .map(({ displayName }) => displayName)

/** The last three digits of a phone number, for the customer to recognize: `…456`. */
export const lastDigits = (phone: string): string => unbroken(`…${phone.replaceAll(/\D/g, '').slice(-3)}`)
