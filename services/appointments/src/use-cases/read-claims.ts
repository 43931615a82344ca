import { DAY_MS, type ClaimsOfHolder } from '@appointments/contracts'
import { holderOf } from '../domain/claims.ts'
import { appointments } from '../repositories/appointments.ts'
import type { Deps } from './deps.ts'

/** The availability service forgets claims as long after their end. */
const KEPT_MS = 90 * DAY_MS

interface ReadClaims {
  after?: ClaimsOfHolder['holder'] | undefined
  limit: number
}

/** A page of the live claims, ordered by holder, as their events publish them; the last page is shorter than the limit. */
export const readClaims =
  ({ pool, clock }: Pick<Deps, 'pool' | 'clock'>) =>
  async ({ after, limit }: ReadClaims): Promise<{ holders: ClaimsOfHolder[] }> => {
    const stored = await appointments.occupying(pool, {
      after: after?.id,
      endsAfter: new Date(clock.now().getTime() - KEPT_MS),
      limit,
    })
    return { holders: stored.map(holderOf) }
  }
