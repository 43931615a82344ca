import type { AppliedHere } from '../repositories/appointments.ts'
import type { Deps } from './deps.ts'

interface ReadAssignments {
  ids: string[]
  /** Appointments whose claims end. */
  endClaimsOf: string[]
}

/**
 * Who is assigned to appointments, for the appointments service to decide whether a claim stands. An appointment that
 * is locked for too long is left out, so that its claim stands until the next time.
 */
export const readAssignments =
  ({ appointments }: Pick<Deps, 'appointments'>) =>
  async ({ ids, endClaimsOf }: ReadAssignments): Promise<AppliedHere[]> => {
    const ending = new Set(endClaimsOf)
    const ended = await Promise.allSettled([...ending].map((id) => appointments.endClaims(id)))
    const read = await appointments.findApplied(ids.filter((id) => !ending.has(id)))
    return [...read, ...ended.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []))]
  }
