import { createSecretKey, type KeyObject } from 'node:crypto'
import type { SignatureAlgorithm } from '../config.ts'

/** The header of a token, as far as the choice of a key goes. */
export interface TokenHeader {
  alg: SignatureAlgorithm
  kid?: string
}

/** Keys that tokens may be signed with. A source answers for its own algorithms only, so none can stand in for another. */
export interface KeySource {
  algorithms: readonly SignatureAlgorithm[]
  /**
   * The key a header asks for, or undefined where the source has none.
   * @throws Problem UNAVAILABLE where the keys cannot be had at the moment
   */
  keyFor: (header: TokenHeader) => Promise<KeyObject | undefined>
}

/** The secret that gateway and token issuer share. */
export function sharedSecret(secret: string): KeySource {
  const key = createSecretKey(Buffer.from(secret))
  return { algorithms: ['HS256'], keyFor: () => Promise.resolve(key) }
}
