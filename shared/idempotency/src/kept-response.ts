import { deriveKeys, sealWith } from '@appointments/credentials'
import type { Keyring, Secret } from '@appointments/runtime'

/** The secret that encrypts stored responses. */
export type KeepingSecret = string | Secret<Keyring>

/**
 * Encrypts responses for a store, each bound to the key hash of its request: contact data, links and secrets are never
 * stored in plain text.
 */
export function keptResponses(secret: KeepingSecret) {
  const sealing = sealWith(deriveKeys(secret, 'kept-response'))
  return {
    seal: (keyHash: string, response: unknown): Buffer => sealing.seal(JSON.stringify(response), keyHash),
    /** @throws Error if it was encrypted with a secret that is no longer in use, or for another request */
    open: (keyHash: string, sealed: Buffer): unknown => JSON.parse(sealing.open(sealed, keyHash)),
  }
}
