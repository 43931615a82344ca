import jwt, { type PrivateKey, type Secret, type SignOptions } from 'jsonwebtoken'
import type { Role } from '@appointments/contracts'
import { JWT_SECRET } from './secrets.ts'

/** Claims of a token that passes every check. */
export const claims = (over: Record<string, unknown> = {}): Record<string, unknown> => {
  const now = Math.floor(Date.now() / 1000)
  return { userId: 'agent-7', roles: ['ROLE_AGENT'], iat: now, exp: now + 3600, ...over }
}

/** A token; without further arguments a valid one. */
export const signed = (
  over: Record<string, unknown> = {},
  key: Secret | PrivateKey = JWT_SECRET,
  options: SignOptions = {},
): string => jwt.sign(claims(over), key, { algorithm: 'HS256', ...options })

/** A valid token with one role; a customer's is for `appointment-1`. */
export const tokenOf = (role: Role, over: Record<string, unknown> = {}): string =>
  signed({ roles: [role], ...(role === 'ROLE_CUSTOMER' && { conferenceId: 'appointment-1' }), ...over })
