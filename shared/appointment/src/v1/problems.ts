import { Problem, problem, type WholeAppointment } from '@appointments/contracts'

/**
 * Runs a use case for v1, which has no 409 for states: a cancelled appointment is not found in v1, and any other state
 * is a bad request (docs/contract/versions.md#differences). In v1, a taken slot has no `kind` of what blocks it.
 * @throws Problem APPOINTMENT_NOT_FOUND or SCHEDULE_STATE instead of INVALID_STATE
 */
export async function asV1<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw error instanceof Problem ? inV1(error) : error
  }
}

function inV1(error: Problem): Problem {
  const { state, blocking } = (error.details.extensions ?? {}) as { state?: string; blocking?: object }
  if (error.code === 'INVALID_STATE')
    return state === 'CANCELLED' ? problem('APPOINTMENT_NOT_FOUND') : problem('SCHEDULE_STATE', error.details)
  if (error.code === 'SLOT_TAKEN' && blocking && 'kind' in blocking) {
    const { kind: _, ...known } = blocking
    return problem('SLOT_TAKEN', { ...error.details, extensions: { blocking: known } })
  }
  return error
}

/**
 * Hides a cancelled appointment, which v1 does not show (docs/contract/versions.md#differences).
 * @throws Problem APPOINTMENT_NOT_FOUND
 */
export function hideCancelled({ appointment }: WholeAppointment): void {
  if (appointment.state === 'CANCELLED') throw problem('APPOINTMENT_NOT_FOUND')
}
