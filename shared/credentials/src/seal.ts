import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto'
import type { Keys } from './keys.ts'

const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts text for storage (AES-256-GCM), bound to the name of its place so that values cannot be swapped. The first key
 * encrypts, all keys decrypt.
 */
export function sealWith(keys: () => Keys) {
  return {
    seal(text: string | Buffer, place: string): Buffer {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keys()[0], iv).setAAD(Buffer.from(place))
      const sealed = Buffer.concat([cipher.update(text), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed])
    },

    /** @throws Error if it was encrypted with none of the keys, or for another place */
    open(sealed: Buffer, place: string): string {
      let rejection: unknown
      for (const key of keys()) {
        try {
          return openWith(key, sealed, place)
        } catch (error) {
          rejection = error
        }
      }
      throw new Error('the sealed text cannot be opened', { cause: rejection })
    },
  }
}
export type Seal = ReturnType<typeof sealWith>

function openWith(key: KeyObject, sealed: Buffer, place: string): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}
