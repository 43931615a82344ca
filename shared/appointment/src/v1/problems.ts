import { Problem, problem, type WholeAppointment } from '@appointments/contracts'

/**
 * Runs a use case for v1, which has no 409 for states: a cancelled appointment is not found in v1, and any
 * other state is a bad request (docs/contract/versions.md#differences).
 * @throws Problem APPOINTMENT_NOT_FOUND or SCHEDULE_STATE instead of INVALID_STATE
 */
export async function asV1<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'INVALID_STATE') throw error
    const { state } = (error.details.extensions ?? {}) as { state?: string }
    throw state === 'CANCELLED' ? problem('APPOINTMENT_NOT_FOUND') : problem('SCHEDULE_STATE', error.details)
  }
}

/**
 * Hides a cancelled appointment, which v1 does not show (docs/contract/versions.md#differences).
 * @throws Problem APPOINTMENT_NOT_FOUND
 */
export function hideCancelled({ appointment }: WholeAppointment): void {
  if (appointment.state === 'CANCELLED') throw problem('APPOINTMENT_NOT_FOUND')
}
