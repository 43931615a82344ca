import { Problem, problem } from './problems.ts'

/**
 * Runs a use case for v1, which has no 409 for states: what is cancelled is gone for v1, and other states are a
 * bad request (docs/contract/versions.md#differences).
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
