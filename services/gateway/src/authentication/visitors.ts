import { createHash } from 'node:crypto'
import {
  isStaff,
  unauthorized,
  type Caller,
  type UsedPassword,
  type VerifiedContact,
} from '@appointments/contracts'
import type { InternalTokens } from '@appointments/credentials'
import type { Clock } from '@appointments/runtime'
import { createBoundedCache } from '@appointments/runtime'
import type { BasicClient } from './basic-client.ts'
import { callerOf, type ClaimNames, type ReadManageContext } from './claims.ts'
import type { createTokenCheck } from './token-check.ts'

const CACHED_MS = 20_000
const MAX_CACHED = 5000

/** The sender of a request, with or without credentials, and the token that identifies it to the services. */
export interface Visitor {
  caller: Caller
  /** The caller, signed for the services. */
  internalToken: string
  /** When the token of the request expires. */
  expiresAt?: Date
  /** Key for rate limits, if there are credentials: a registered client, a customer, or the signed part of another token. */
  countedBy?: string
}

/** The contact a customer verified with a one-time password, and the registered client acting for the customer, if any. */
export interface ProvedContact {
  contact: VerifiedContact
  password: UsedPassword
  client?: BasicClient | undefined
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
 * Identifies the sender of a request. A verified token is cached for 20 seconds, but never beyond its expiry, because
 * verifying it and signing the internal token cost more than the rest of the gateway's work.
 */
export function createVisitors({
  check,
  readManageContext,
  claimNames,
  internalTokens,
  clock,
}: VisitorsDeps) {
  const known = createBoundedCache<Visitor>(MAX_CACHED)
  const admitted = (caller: Caller): Visitor => ({ caller, internalToken: internalTokens.sign(caller) })
  return {
    /**
     * @throws Problem UNAUTHORIZED if the token is invalid
     * @throws Problem UNAVAILABLE if it cannot be verified at the moment
     */
    async withToken(token: string): Promise<Visitor> {
      const spelling = hash(token)
      const now = clock.now().getTime()
      const remembered = known.get(spelling, now)
      if (remembered) return remembered
      const { claims, expiresAt, organization } = await check(token)
      const tokenHash = signedHash(token)
      const named = withinOrganization(callerOf(claims, readManageContext, claimNames), organization)
      const caller = distinct(named, tokenHash)
      const visitor = { ...admitted(caller), countedBy: tokenCountedBy(caller, tokenHash), expiresAt }
      known.set(spelling, visitor, Math.min(now + CACHED_MS, expiresAt.getTime()))
      return visitor
    },
    asClient: (client: BasicClient): Visitor => ({
      ...admitted({ roles: [], ...identityOf(client) }),
      countedBy: keyOf('client', client.organizationId, client.id),
    }),
    anonymous: (): Visitor => admitted({ roles: [] }),
    /** @param visitor identifies the caller's address without revealing it */
    asVisitor: (visitor: string): Visitor => admitted({ roles: [], visitor }),
    withContact: ({ contact, password, client }: ProvedContact): Visitor =>
      admitted({
        roles: [],
        verifiedContact: contact,
        oneTimePassword: password,
        ...(client && identityOf(client)),
      }),
  }
}

/**
 * Limits the caller to the organization of the token's issuer, if the issuer has one.
 * @throws Problem UNAUTHORIZED if the token names another organization
 */
function withinOrganization(caller: Caller, organization: string | undefined): Caller {
  if (organization === undefined) return caller
  if (caller.organizationId !== undefined && caller.organizationId !== organization)
    throw unauthorized('TOKEN_CLAIM', 'The issuer of the token may not issue tokens for this organization')
  return { ...caller, organizationId: organization }
}

/** Identifies a machine by its token if the token names neither a user nor a client. */
const distinct = (caller: Caller, tokenHash: string): Caller =>
  isStaff(caller) && caller.userId === undefined && caller.clientId === undefined
    ? { ...caller, tokenHash }
    : caller

/** A customer is counted with all its tokens, because its ticket can be exchanged for any number of them. */
function tokenCountedBy({ organizationId, customer }: Caller, tokenHash: string): string {
  if (!customer) return `token/${tokenHash}`
  const { appointmentId, participantId } = customer
  return keyOf('customer', organizationId, appointmentId, participantId)
}

const keyOf = (kind: 'client' | 'customer', ...parts: unknown[]) => `${kind}/${hash(JSON.stringify(parts))}`

/** A registered client as a part of the caller. */
const identityOf = ({ id, organizationId }: BasicClient): Pick<Caller, 'clientId' | 'organizationId'> => ({
  clientId: id,
  ...(organizationId !== undefined && { organizationId }),
})

/** A signature can be spelled in several ways in base64url, the part it signs in only one. */
const signedHash = (token: string) => hash(token.slice(0, token.lastIndexOf('.')))

export type Visitors = ReturnType<typeof createVisitors>
