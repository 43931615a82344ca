import type { KeyObject } from 'node:crypto'
import { unauthorized } from '@appointments/contracts'
import { verifyWithAny } from '@appointments/credentials'
import type { Clock } from '@appointments/runtime'
import type { Claims } from './claims.ts'
import type { KeySource, TokenHeader } from './key-source.ts'
import { claimsFault } from './token-fault.ts'

const MOST_BYTES = 8192
const CLOCK_TOLERANCE_S = 30

interface TokenCheckDeps {
  sources: readonly KeySource[]
  issuer?: string | undefined
  audience?: string | undefined
  clock: Clock
}

export interface VerifiedToken {
  claims: Claims
  expiresAt: Date
}

/**
 * Verifies bearer tokens: everything RFC 8725 asks for and jsonwebtoken leaves to its caller.
 * @throws Problem UNAUTHORIZED with the reason
 * @throws Problem UNAVAILABLE where the issuer's keys cannot be had
 */
export const createTokenCheck =
  ({ sources, issuer, audience, clock }: TokenCheckDeps) =>
  async (token: string): Promise<VerifiedToken> => {
    const header = headerOf(token)
    const keys = await keysFrom(sources, header)
    if (keys.length === 0) throw wronglySigned()
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
        return { claims, expiresAt: new Date(claims.exp * 1000) }
    } catch {
      // what is wrong is found out below, step by step: the library reports only the first step that fails
    }
    throw claimsFault(signedClaims(token, keys, header), { issuer, audience, now })
  }

const wronglySigned = () => unauthorized('TOKEN_SIGNATURE', 'The token is not signed with an accepted key')
const malformed = (detail = 'The token is not a JSON Web Token') => unauthorized('TOKEN_MALFORMED', detail)

/**
 * What a token says, provided that its signature holds.
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
    throw wronglySigned()
  }
}

async function keysFrom(sources: readonly KeySource[], header: TokenHeader) {
  for (const source of sources) {
    const keys = source.algorithms.includes(header.alg) ? await source.keysFor(header) : []
    if (keys.length > 0) return keys
  }
  return []
}

/** The protected header; extensions that must be understood (`crit`, RFC 7515, section 4.1.11) are not. */
function headerOf(token: string): TokenHeader {
  if (token.length > MOST_BYTES) throw malformed(`The token is longer than ${MOST_BYTES} bytes`)
  const header = jsonIn(token.split('.')[0] ?? '')
  if (!isObject(header)) throw malformed()
  if ('crit' in header)
    throw malformed('The header of the token names extensions (crit) that are not supported')
  const { alg, kid } = header as unknown as TokenHeader
  return { alg, ...(typeof kid === 'string' && { kid }) }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The JSON in a part of a token; undefined when there is none. */
function jsonIn(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    return undefined
  }
}
