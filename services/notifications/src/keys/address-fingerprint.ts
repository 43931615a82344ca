import { createHmac } from 'node:crypto'
import { deriveKey } from '@appointments/credentials'

/** Identifies addresses without storing them: a hash that only this installation can compute. */
export function addressFingerprint(dataSecret: string): (address: string) => string {
  const key = deriveKey(dataSecret, 'address-fingerprint')
  return (address) => createHmac('sha256', key).update(address.trim().toLowerCase()).digest('base64url')
}
