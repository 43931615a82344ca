import type { KeyObject } from 'node:crypto'
import { isObject, unauthorized } from '@appointments/contracts'
import { verifyWithAny } from '@appointments/credentials'
import type { Clock } from '@appointments/runtime'
import type { Claims } from './claims.ts'
import type { KeySource, TokenHeader } from './key-source.ts'
import { claimsFault } from './token-fault.ts'

const MAX_BYTES = 8192
const CLOCK_TOLERANCE_S = 30

/** An issuer whose tokens are accepted, and what they must contain. */
export interface Issuer {
  sources: readonly KeySource[]
  /** Required `iss`. */
  issuer?: string | undefined
  /** Required `aud`. */
  audience?: string | undefined
  /** The only organization for which the issuer may issue tokens. */
  organization?: string | undefined
}

interface TokenCheckDeps {
  /** Used for tokens that name none of the other issuers. */
  main: Issuer
  /** Issuers that are selected by the `iss` of a token. */
  others?: readonly Issuer[]
  clock: Clock
}

export interface VerifiedToken {
  claims: Claims
  expiresAt: Date
  /** The only organization for which the token's issuer may issue tokens. */
  organization?: string | undefined
}

/**
 * Verifies bearer tokens, including the checks that RFC 8725 requires and jsonwebtoken leaves to its caller.
 * @throws Problem UNAUTHORIZED with the reason
 * @throws Problem UNAVAILABLE if the issuer's keys cannot be fetched
 */
export const createTokenCheck =
  ({ main, others = [], clock }: TokenCheckDeps) =>
  async (token: string): Promise<VerifiedToken> => {
    const header = headerOf(token)
    // the claim is not verified yet; it only selects the issuer whose keys and claims are required below
    const named = issuerIn(token)
    const chosen = others.find((one) => one.issuer === named) ?? main
    const { sources, issuer, audience, organization } = chosen
    const keys = await keysFrom(sources, header)
    if (keys.length === 0) throw invalidSignature()
    const now = clock.now()
    try {
      const claims = verifyWithAny(token, keys, {
        algorithms: [header.alg],
        clockTimestamp: Math.floor(now.getTime() / 1000),
        clockTolerance: CLOCK_TOLERANCE_S,
        ...(issuer !== undefined && { issuer }),
        ...(audience !== undefined && { audience }),
      })
      if (isObject(claims) && typeof claims.exp === 'number')
        return { claims, expiresAt: new Date(claims.exp * 1000), organization }
    } catch {
      // the cause is determined below, because the library reports only the first check that fails
    }
    throw claimsFault(signedClaims(token, keys, header), { issuer, audience, now })
  }

const invalidSignature = () => unauthorized('TOKEN_SIGNATURE', 'The token is not signed with an accepted key')
const malformed = (detail = 'The token is not a JSON Web Token') => unauthorized('TOKEN_MALFORMED', detail)

/**
 * The claims of a token whose signature is valid.
 * @throws Problem UNAUTHORIZED
 */
function signedClaims(token: string, keys: readonly KeyObject[], { alg }: TokenHeader): Claims {
  const parts = token.split('.')
  if (parts.length !== 3 || !isObject(jsonIn(parts[1] ?? ''))) throw malformed()
  try {
    return verifyWithAny(token, keys, {
      algorithms: [alg],
      ignoreExpiration: true,
      ignoreNotBefore: true,
    }) as Claims
  } catch {
    throw invalidSignature()
  }
}

async function keysFrom(sources: readonly KeySource[], header: TokenHeader) {
  for (const source of sources) {
    const keys = source.algorithms.includes(header.alg) ? await source.keysFor(header) : []
    if (keys.length > 0) return keys
  }
  return []
}

/** The protected header; critical extensions (`crit`, RFC 7515, section 4.1.11) are not supported. */
function headerOf(token: string): TokenHeader {
  if (token.length > MAX_BYTES) throw malformed(`The token is longer than ${MAX_BYTES} bytes`)
  const header = jsonIn(token.split('.')[0] ?? '')
  if (!isObject(header)) throw malformed()
  if ('crit' in header)
    throw malformed('The header of the token names extensions (crit) that are not supported')
  const { alg, kid } = header as unknown as TokenHeader
  return { alg, ...(typeof kid === 'string' && { kid }) }
}

/** The unverified `iss` of a token. */
function issuerIn(token: string): unknown {
  const claims = jsonIn(token.split('.')[1] ?? '')
  return isObject(claims) ? claims.iss : undefined
}

/** The JSON in a part of a token; undefined if it is not valid JSON. */
function jsonIn(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    return undefined
  }
}
