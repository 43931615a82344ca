import { createHash } from 'node:crypto'
import type { Caller, VerifiedContact } from '@appointments/contracts'
import type { InternalTokens } from '@appointments/credentials'
import type { Clock } from '@appointments/runtime'
import { createBoundedCache } from '@appointments/runtime'
import { callerOf, type ReadManageContext } from './claims.ts'
import type { createTokenCheck } from './token-check.ts'

const CACHED_MS = 20_000
const MOST_CACHED = 5000

/** Somebody at the gate, with what the services are told of it. */
export interface Visitor {
  caller: Caller
  /** The caller, signed for the services. */
  internalToken: string
  /** Hash of the token, where there is one: what its rate limit is counted by. */
  tokenHash?: string
}

interface VisitorsDeps {
  check: ReturnType<typeof createTokenCheck>
  readManageContext: ReadManageContext
  internalTokens: InternalTokens
  clock: Clock
}

/**
 * Tells who visits. A verified token is remembered for a few seconds, never past its end, since verifying it and
 * signing for the services costs more than all the rest of a hop.
 */
export function createVisitors({ check, readManageContext, internalTokens, clock }: VisitorsDeps) {
  const known = createBoundedCache<Visitor>(MOST_CACHED)
  const admitted = (caller: Caller): Visitor => ({ caller, internalToken: internalTokens.sign(caller) })
  return {
    /**
     * @throws Problem UNAUTHORIZED where the token is not valid
     * @throws Problem UNAVAILABLE where it cannot be verified at the moment
     */
    async withToken(token: string): Promise<Visitor> {
      const tokenHash = createHash('sha256').update(token).digest('base64url')
      const now = clock.now().getTime()
      const remembered = known.get(tokenHash, now)
      if (remembered) return remembered
      const { claims, expiresAt } = await check(token)
      const visitor = { ...admitted(callerOf(claims, readManageContext)), tokenHash }
      known.set(tokenHash, visitor, Math.min(now + CACHED_MS, expiresAt.getTime()))
      return visitor
    },
    anonymous: (): Visitor => admitted({ roles: [] }),
    withContact: (verifiedContact: VerifiedContact): Visitor => admitted({ roles: [], verifiedContact }),
  }
}
export type Visitors = ReturnType<typeof createVisitors>
