import { DAY_MS, type ClaimsOfHolder } from '@appointments/contracts'
import { holderOf } from '../domain/claims.ts'
import { claimsOfHold } from '../domain/hold.ts'
import { appointments } from '../repositories/appointments.ts'
import { holds } from '../repositories/holds.ts'
import type { Deps } from './deps.ts'

/** The availability service deletes claims this long after their end. */
const KEPT_MS = 90 * DAY_MS

interface ReadClaims {
  after?: ClaimsOfHolder['holder'] | undefined
  limit: number
}

/** A page of the live claims, ordered by holder, as their events publish them; the last page is shorter than the limit. */
export const readClaims =
  ({ pool, clock }: Pick<Deps, 'pool' | 'clock'>) =>
  async ({ after, limit }: ReadClaims): Promise<{ holders: ClaimsOfHolder[] }> => {
    const now = clock.now()
    const booked = after?.type === 'HOLD' ? [] : await bookedAfter(after?.id)
    const left = limit - booked.length
    // holds follow the appointments
    const held = left === 0 ? [] : await holds.live(pool, { after: heldAfter(after), limit: left, now })
    return { holders: [...booked.map(holderOf), ...held.map(claimsOfHold)] }

    function bookedAfter(id: string | undefined) {
      return appointments.occupying(pool, {
        after: id,
        endsAfter: new Date(now.getTime() - KEPT_MS),
        limit,
      })
    }
  }

const heldAfter = (after: ReadClaims['after']) => (after?.type === 'HOLD' ? after.id : undefined)
