import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import jwt, { type JwtPayload, type VerifyOptions } from 'jsonwebtoken'
import { asSecret, madeOf, type Keyring, type Secret } from '@appointments/runtime'

/** The purpose of a derived key; a key for one purpose is useless for another. */
export type Purpose =
  | 'internal'
  | 'ticket'
  | 'secure-token'
  | 'manage-context'
  | 'otp'
  | 'visitor'
  | 'kept-response'
  | 'webhook-secret'
  | 'webhook-signing'
  | 'message-source'
  | 'address-fingerprint'
  | 'status-callback'
  | 'unsubscribe'

/** Keys of one purpose: the first signs, all verify. */
export type Keys = readonly [KeyObject, ...KeyObject[]]

/** Derives the key of one purpose from a secret of the deployment (HKDF, RFC 5869). */
export const deriveKey = (secret: string, purpose: Purpose): KeyObject =>
  // a key object is created once; raw bytes would be converted for every signature
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `appointments/${purpose}`, 32)))

/** The same for a secret that rotates, or for a fixed text. */
export function deriveKeys(secret: string | Secret<Keyring>, purpose: Purpose): () => Keys {
  const keyring = typeof secret === 'string' ? asSecret<Keyring>([secret]) : secret
  return madeOf(keyring, ([first, ...others]): Keys => [
    deriveKey(first, purpose),
    ...others.map((other) => deriveKey(other, purpose)),
  ])
}

/**
 * Verifies a token with the key that it was signed with.
 * @throws Error if it is not valid with any of the keys
 */
export function verifyWithAny(
  token: string,
  keys: readonly KeyObject[],
  options: VerifyOptions & { complete?: false },
): JwtPayload | string {
  let rejection: unknown
  for (const key of keys) {
    try {
      return jwt.verify(token, key, options)
    } catch (error) {
      rejection = error
    }
  }
  throw rejection
}
