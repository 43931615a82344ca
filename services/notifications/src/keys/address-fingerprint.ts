import { createHmac } from 'node:crypto'
import { deriveKey } from '@appointments/credentials'

/** Tells addresses apart without keeping them: a hash that only this installation can make. */
export function addressFingerprint(dataSecret: string): (address: string) => string {
  const key = deriveKey(dataSecret, 'address-fingerprint')
  return (address) => createHmac('sha256', key).update(address.trim().toLowerCase()).digest('base64url')
}
