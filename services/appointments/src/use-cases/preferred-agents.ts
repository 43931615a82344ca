import { isRegisteredClient, isStaff, problem, Problem, type Caller } from '@appointments/contracts'
import { appointments } from '../repositories/appointments.ts'
import type { Deps } from './deps.ts'

interface Preference {
  preferredAgentId?: string | undefined
  /** An earlier appointment, whose organizer is preferred. */
  followsAppointmentId?: string | undefined
}

/**
 * The agents to choose first if they are free: the one that the request names, then the organizer of the earlier
 * appointment. A customer can reach only its own appointment.
 * @throws Problem UNKNOWN_REFERENCE if the caller cannot reach the earlier appointment, whether or not it exists
 */
export async function preferredAgents(
  { pool }: Pick<Deps, 'pool'>,
  caller: Caller,
  { preferredAgentId, followsAppointmentId }: Preference,
): Promise<string[]> {
  const organizerId =
    followsAppointmentId === undefined ? undefined : await organizerOf(pool, caller, followsAppointmentId)
  return [preferredAgentId, organizerId].filter((id) => id !== undefined)
}

async function organizerOf(pool: Deps['pool'], caller: Caller, id: string): Promise<string | undefined> {
  try {
    if (!isStaff(caller) && !isRegisteredClient(caller) && !caller.customer)
      throw problem('APPOINTMENT_NOT_FOUND')
    return (await appointments.read(pool, caller, id)).roster.organizerId
  } catch (error) {
    const isOutOfReach =
      error instanceof Problem && ['APPOINTMENT_NOT_FOUND', 'FORBIDDEN'].includes(error.code)
    if (!isOutOfReach) throw error
    throw problem('UNKNOWN_REFERENCE', {
      errors: [
        {
          pointer: '/followsAppointmentId',
          code: 'UNKNOWN_REFERENCE',
          message: 'must be an appointment that the caller can reach',
        },
      ],
    })
  }
}
