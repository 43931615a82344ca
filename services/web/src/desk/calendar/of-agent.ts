import type { Appointment } from '../api/shapes.ts'

/** The participant that stands for an agent. */
const participantOf = (agentId: string, { participants }: Appointment) =>
  participants.find(({ type, id }) => type === 'AGENT' && id === agentId)

/** Whether an appointment takes the time of an agent. */
export const isOfAgent = (agentId: string, appointment: Appointment): boolean =>
  appointment.state !== 'CANCELLED' &&
  (appointment.organizer?.id === agentId || participantOf(agentId, appointment) !== undefined)

/** Whether the agent is in the room of an appointment. */
export const isInRoom = (agentId: string, appointment: Appointment): boolean =>
  participantOf(agentId, appointment)?.state === 'JOINED'
