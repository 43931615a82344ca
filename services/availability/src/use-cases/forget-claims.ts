import { DAY_MS } from '@appointments/contracts'
import { claims } from '../repositories/claims.ts'
import type { Deps } from './deps.ts'

/** How long claims stay after their end: `affected` and the maxima per week look back no further. */
const KEPT_MS = 90 * DAY_MS

/** A job that forgets claims that ended long ago. @returns whether there may be more */
export const forgetClaims =
  ({ pool, clock }: Pick<Deps, 'pool' | 'clock'>) =>
  (): Promise<boolean> =>
    claims.forget(pool, new Date(clock.now().getTime() - KEPT_MS))
