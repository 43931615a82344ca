import { DAY_MS } from '@appointments/contracts'
import { claims } from '../repositories/claims.ts'
import type { Deps } from './deps.ts'

/** How long claims stay after their end: `affected` and the maxima per week look back no further. */
const KEPT_MS = 90 * DAY_MS

/** How long claims stay after their expiry: much longer than clocks of replicas and services differ. */
const KEPT_EXPIRED_MS = 3_600_000

/** A job that deletes claims that ended or expired long ago. @returns whether there may be more */
export const forgetClaims =
  ({ pool, clock }: Pick<Deps, 'pool' | 'clock'>) =>
  async (): Promise<boolean> => {
    const now = clock.now().getTime()
    const moreEnded = await claims.forget(pool, new Date(now - KEPT_MS))
    const moreExpired = await claims.forgetExpired(pool, new Date(now - KEPT_EXPIRED_MS))
    return moreEnded || moreExpired
  }
