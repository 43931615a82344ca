import { createSecretKey, type KeyObject } from 'node:crypto'
import { madeOf, type Keyring, type Secret } from '@appointments/runtime'
import type { SignatureAlgorithm } from './signature-algorithm.ts'

/** The header of a token, as far as the choice of a key goes. */
export interface TokenHeader {
  alg: SignatureAlgorithm
  kid?: string
}

/** Keys that tokens may be signed with. A source answers for its own algorithms only, so none can stand in for another. */
export interface KeySource {
  algorithms: readonly SignatureAlgorithm[]
  /**
   * The keys a header may mean; none where the source has none for it.
   * @throws Problem UNAVAILABLE where the keys cannot be had at the moment
   */
  keysFor: (header: TokenHeader) => Promise<readonly KeyObject[]>
}

/** The secrets that gateway and token issuer share. */
export function sharedSecret(secret: Secret<Keyring>): KeySource {
  const keys = madeOf(secret, (keyring) => keyring.map((one) => createSecretKey(Buffer.from(one))))
  return { algorithms: ['HS256'], keysFor: () => Promise.resolve(keys()) }
}
