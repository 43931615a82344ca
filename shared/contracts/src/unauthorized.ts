import { problem, type Problem } from './problems.ts'

/** Why a bearer token is not accepted, for programs. */
export const unauthorizedReasons = [
  'TOKEN_MISSING',
  'TOKEN_SCHEME',
  'TOKEN_MALFORMED',
  'TOKEN_SIGNATURE',
  'TOKEN_EXPIRED',
  'TOKEN_NOT_YET_VALID',
  'TOKEN_NO_EXPIRY',
  'TOKEN_ISSUER',
  'TOKEN_AUDIENCE',
  'TOKEN_CLAIM',
] as const
export type UnauthorizedReason = (typeof unauthorizedReasons)[number]

/** A 401 that says why; claims may be named only once the signature of the token holds. */
export const unauthorized = (reason: UnauthorizedReason, detail: string): Problem =>
  problem('UNAUTHORIZED', { detail, extensions: { reason } })
