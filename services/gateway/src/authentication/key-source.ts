import { createSecretKey, type KeyObject } from 'node:crypto'
import { madeOf, type Keyring, type Secret } from '@appointments/runtime'
import type { SignatureAlgorithm } from './signature-algorithm.ts'

/** The fields of a token's header that select its key. */
export interface TokenHeader {
  alg: SignatureAlgorithm
  kid?: string
}

/** Keys that tokens may be signed with. A source serves its own algorithms only, which prevents algorithm confusion. */
export interface KeySource {
  algorithms: readonly SignatureAlgorithm[]
  /**
   * The candidate keys for a header; empty if the source has none.
   * @throws Problem UNAVAILABLE if the keys cannot be fetched at the moment
   */
  keysFor: (header: TokenHeader) => Promise<readonly KeyObject[]>
}

/** The secrets shared by the gateway and the token issuer. */
export function sharedSecret(secret: Secret<Keyring>): KeySource {
  const keys = madeOf(secret, (keyring) => keyring.map((one) => createSecretKey(Buffer.from(one))))
  return { algorithms: ['HS256'], keysFor: () => Promise.resolve(keys()) }
}
