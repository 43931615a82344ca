import type { InternalRequest } from '@appointments/contracts'
import type { AppliedHere } from '../repositories/appointments.ts'
import type { Deps } from './deps.ts'

/**
 * Reads who is assigned to appointments, so that the appointments service can decide about claims. An appointment that is
 * locked too long is left out, so its claim stays until the next read.
 */
export const readAssignments =
  ({ appointments }: Pick<Deps, 'appointments'>) =>
  async ({
    ids,
    endClaimsOf,
    endDecisions = [],
  }: InternalRequest<'readAssignments'>): Promise<AppliedHere[]> => {
    const ending = new Set([...endClaimsOf, ...endDecisions.map(({ id }) => id)])
    const ended = await Promise.allSettled(
      [...ending].map((id) =>
        appointments.endClaims(id, {
          commands: endClaimsOf.includes(id),
          decision: endDecisions.find((one) => one.id === id)?.version,
        }),
      ),
    )
    const read = await appointments.findApplied(ids.filter((id) => !ending.has(id)))
    return [...read, ...ended.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []))]
  }
