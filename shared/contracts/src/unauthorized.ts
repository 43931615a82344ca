import { problem, type Problem } from './problems.ts'

/** Machine-readable reasons why a bearer token is rejected. */
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

/** A 401 with its reason; it may name claims only after the token's signature was verified. */
export const unauthorized = (reason: UnauthorizedReason, detail: string): Problem =>
  problem('UNAUTHORIZED', { detail, extensions: { reason } })
