import { createHash } from 'node:crypto'
import type { Caller, UsedPassword, VerifiedContact } from '@appointments/contracts'
import type { InternalTokens } from '@appointments/credentials'
import type { Clock } from '@appointments/runtime'
import { createBoundedCache } from '@appointments/runtime'
import { callerOf, type ClaimNames, type ReadManageContext } from './claims.ts'
import type { createTokenCheck } from './token-check.ts'

const CACHED_MS = 20_000
const MOST_CACHED = 5000

/** Somebody at the gate, with what the services are told of it. */
export interface Visitor {
  caller: Caller
  /** The caller, signed for the services. */
  internalToken: string
  /** Names whoever has credentials, for limits: what was signed of a token, or the id of a registered client. */
  countedBy?: string
}

/** What a customer proved with a one-time password, and the registered client that calls for it. */
export interface ProvedContact {
  contact: VerifiedContact
  password: UsedPassword
  clientId?: string | undefined
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64url')

interface VisitorsDeps {
  check: ReturnType<typeof createTokenCheck>
  readManageContext: ReadManageContext
  claimNames: ClaimNames
  internalTokens: InternalTokens
  clock: Clock
}

/**
 * Tells who visits. A verified token is remembered for a few seconds, never past its end, since verifying it and
 * signing for the services costs more than all the rest of a hop.
 */
export function createVisitors({
  check,
  readManageContext,
  claimNames,
  internalTokens,
  clock,
}: VisitorsDeps) {
  const known = createBoundedCache<Visitor>(MOST_CACHED)
  const admitted = (caller: Caller): Visitor => ({ caller, internalToken: internalTokens.sign(caller) })
  return {
    /**
     * @throws Problem UNAUTHORIZED where the token is not valid
     * @throws Problem UNAVAILABLE where it cannot be verified at the moment
     */
    async withToken(token: string): Promise<Visitor> {
      const tokenHash = hash(token)
      const now = clock.now().getTime()
      const remembered = known.get(tokenHash, now)
      if (remembered) return remembered
      const { claims, expiresAt } = await check(token)
      const caller = callerOf(claims, readManageContext, claimNames)
      const visitor = { ...admitted(caller), countedBy: `token/${signedHash(token)}` }
      known.set(tokenHash, visitor, Math.min(now + CACHED_MS, expiresAt.getTime()))
      return visitor
    },
    asClient: (clientId: string): Visitor => ({
      ...admitted({ roles: [], clientId }),
      countedBy: `client/${clientId}`,
    }),
    anonymous: (): Visitor => admitted({ roles: [] }),
    withContact: ({ contact, password, clientId }: ProvedContact): Visitor =>
      admitted({
        roles: [],
        verifiedContact: contact,
        oneTimePassword: password,
        ...(clientId !== undefined && { clientId }),
      }),
  }
}

/** A signature has several spellings in base64url, what it signs has one. */
const signedHash = (token: string) => hash(token.slice(0, token.lastIndexOf('.')))

export type Visitors = ReturnType<typeof createVisitors>
