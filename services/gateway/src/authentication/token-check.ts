import { problem } from '@appointments/contracts'
import { verifyWithAny } from '@appointments/credentials'
import type { Clock } from '@appointments/runtime'
import type { Claims } from './claims.ts'
import type { KeySource, TokenHeader } from './key-source.ts'

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
 * @throws Problem UNAUTHORIZED, whatever is wrong with the token
 * @throws Problem UNAVAILABLE where the issuer's keys cannot be had
 */
export const createTokenCheck =
  ({ sources, issuer, audience, clock }: TokenCheckDeps) =>
  async (token: string): Promise<VerifiedToken> => {
    const header = headerOf(token)
    const keys = await keysFrom(sources, header)
    if (keys.length === 0) throw problem('UNAUTHORIZED')
    try {
      const claims = verifyWithAny(token, keys, {
        algorithms: [header.alg],
        clockTimestamp: Math.floor(clock.now().getTime() / 1000),
        clockTolerance: CLOCK_TOLERANCE_S,
        ...(issuer !== undefined && { issuer }),
        ...(audience !== undefined && { audience }),
      })
      if (typeof claims !== 'object' || Array.isArray(claims) || typeof claims.exp !== 'number')
        throw problem('UNAUTHORIZED')
      return { claims, expiresAt: new Date(claims.exp * 1000) }
    } catch {
      throw problem('UNAUTHORIZED')
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
  if (token.length > MOST_BYTES) throw problem('UNAUTHORIZED')
  try {
    const header: unknown = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
    if (typeof header !== 'object' || header === null || 'crit' in header) throw problem('UNAUTHORIZED')
    const { alg, kid } = header as TokenHeader
    return { alg, ...(typeof kid === 'string' && { kid }) }
  } catch {
    throw problem('UNAUTHORIZED')
  }
}
