import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/** What a derived key is for; a key of one purpose opens nothing of another. */
type Purpose = 'internal' | 'ticket' | 'secure-token' | 'manage-context' | 'otp' | 'webhook-secret'

/** Derives the key of one purpose from the deployment's internal secret (HKDF, RFC 5869). */
export const deriveKey = (internalSecret: string, purpose: Purpose): KeyObject =>
  // a key object is made once; bytes would be made into one at every signature
  createSecretKey(Buffer.from(hkdfSync('sha256', internalSecret, '', `appointments/${purpose}`, 32)))
