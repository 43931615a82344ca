import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey, type Purpose } from '@appointments/credentials'

/** 128 bits cannot be guessed, and keep links short. */
const BYTES = 16

/** Creates and checks proofs that this installation has made a link, for one purpose and content. */
export function proofs(dataSecret: string, purpose: Purpose) {
  const key = deriveKey(dataSecret, purpose)
  const mac = (content: string) => createHmac('sha256', key).update(content).digest().subarray(0, BYTES)
  return {
    of: (content: string): string => mac(content).toString('base64url'),
    fits: (content: string, proof: string): boolean => {
      // compared as text: several texts decode to the same bytes
      const [given, expected] = [Buffer.from(proof), Buffer.from(mac(content).toString('base64url'))]
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}
