import { z } from 'zod'
import type { Operation } from '@appointments/contracts'

/** Schemas of responses that carry data of an appointment, its interaction or a participant. */
const CARRIED = new Set([
  'AddedAgent',
  'Appointment',
  'AppointmentResponse',
  'AppointmentRoom',
  'AppointmentRoomDetails',
  'InteractionData',
  'InteractionResponse',
  'Participant',
  'ParticipantDetails',
])

/**
 * Whether a response of the operation carries an appointment, an interaction or a participant, at any depth.
 */
export const carriesAppointment = ({ response }: Operation): boolean =>
  response !== undefined && namesIn(response).some((name) => CARRIED.has(name))

/** Names of a schema and of all schemas nested in it. */
function namesIn(schema: z.core.$ZodType): string[] {
  const names: string[] = []
  z.toJSONSchema(schema, {
    unrepresentable: 'any',
    io: 'input',
    override: ({ zodSchema }) => {
      const id = z.globalRegistry.get(zodSchema)?.id
      if (id !== undefined) names.push(id)
    },
  })
  return names
}
