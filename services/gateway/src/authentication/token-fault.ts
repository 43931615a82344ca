import { instant, unauthorized, type Problem } from '@appointments/contracts'
import type { Claims } from './claims.ts'

interface Expected {
  issuer?: string | undefined
  audience?: string | undefined
  now: Date
}

/**
 * Explains why a token with a valid signature was rejected. It does not decide: the token is already known to be
 * invalid.
 */
export function claimsFault({ exp, nbf, iss, aud }: Claims, { issuer, audience, now }: Expected): Problem {
  if (typeof exp !== 'number')
    return unauthorized('TOKEN_NO_EXPIRY', 'The token has no expiry (claim exp, in seconds since 1970)')
  if (nbf !== undefined && typeof nbf !== 'number')
    return unauthorized('TOKEN_CLAIM', 'The claim nbf of the token is not a number of seconds')
  if (issuer !== undefined && iss !== issuer)
    return unauthorized('TOKEN_ISSUER', 'The token is not from the accepted issuer (claim iss)')
  if (audience !== undefined && ![aud].flat().includes(audience))
    return unauthorized('TOKEN_AUDIENCE', 'The token is not meant for this API (claim aud)')
  if (nbf !== undefined && nbf * 1000 > now.getTime())
    return unauthorized('TOKEN_NOT_YET_VALID', `The token is not valid before ${formatted(nbf)}`)
  if (exp * 1000 <= now.getTime())
    return unauthorized('TOKEN_EXPIRED', `The token expired at ${formatted(exp)}`)
  return unauthorized('TOKEN_CLAIM', 'A claim of the token is not valid')
}

/** Seconds since 1970 as a timestamp, or as a number if it is out of range. */
function formatted(seconds: number): string {
  const at = new Date(seconds * 1000)
  return Number.isNaN(at.getTime()) ? `second ${seconds}` : instant(at)
}
