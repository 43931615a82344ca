import type { Appointment } from './api/shapes.ts'
import type { Desk } from './desk.ts'
import { standingOf } from './standing.ts'

/** How long before the start people can join. */
const EARLY_MS = 60 * 60_000

/** The participant that the person at the desk is; undefined if the appointment is another agent's. */
export const ownParticipant = ({ me }: Pick<Desk, 'me'>, { participants }: Appointment) =>
  participants.find(({ type, id }) => type === 'AGENT' && id === me.userId)

/** Whether it is time to join a video call in which the person takes part. */
export function mayJoin(desk: Desk, appointment: Appointment, now: number): boolean {
  const { place, start } = appointment
  const isByVideo = place.channel === 'VIDEO'
  const own = ownParticipant(desk, appointment)
  const isAhead = ['booked', 'open', 'waiting', 'running'].includes(standingOf(appointment, now))
  return isByVideo && isAhead && own !== undefined && Date.parse(start) - now <= EARLY_MS
}

/**
 * Opens the room in a new window, and reports that the person has joined.
 * @throws ApiError if the room cannot be opened
 */
export async function joinRoom(desk: Desk, appointment: Appointment): Promise<void> {
  // browsers open windows only while a button is being pressed
  const tab = window.open('', '_blank')
  try {
    const { url } = await desk.api.room(appointment.id)
    if (!/^https?:$/.test(new URL(url).protocol)) throw new Error('the room has no web address')
    const own = ownParticipant(desk, appointment)
    // the customer is waiting, even if the report fails
    if (own) await desk.api.setPresence(appointment.id, own.id, 'JOINED').catch(() => undefined)
    if (tab) tab.location.href = url
    else location.assign(url)
  } catch (error) {
    tab?.close()
    throw error
  }
}
