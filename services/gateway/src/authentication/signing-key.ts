import { createPrivateKey, createPublicKey, createSecretKey, createHash, type KeyObject } from 'node:crypto'
import type { SignatureAlgorithm } from '../config.ts'
import type { KeySource } from './key-source.ts'

/** The key the gateway signs customer tokens with. */
export interface SigningKey {
  key: KeyObject
  algorithm: SignatureAlgorithm
  kid?: string
  /** The public half as a JWK (RFC 7517); a shared secret has none. */
  publicJwk?: Readonly<Record<string, unknown>>
}

/**
 * A private key in PEM: RSA signs RS256, an EC key on P-256 signs ES256. Its `kid` is its thumbprint (RFC 7638).
 * @throws Error for any other kind of key
 */
export function asymmetricSigningKey(pem: string): SigningKey {
  const key = createPrivateKey(pem)
  const { kty, crv, n, e, x, y } = createPublicKey(key).export({ format: 'jwk' })
  if (kty !== 'RSA' && crv !== 'P-256') throw new Error('JWT_SIGNING_KEY must be RSA, or EC on P-256')
  // members of a thumbprint stand in alphabetical order
  const members = kty === 'RSA' ? { e, kty, n } : { crv, kty, x, y }
  const kid = createHash('sha256').update(JSON.stringify(members)).digest('base64url')
  const algorithm = kty === 'RSA' ? 'RS256' : 'ES256'
  return { key, algorithm, kid, publicJwk: { ...members, kid, alg: algorithm, use: 'sig' } }
}

export const secretSigningKey = (secret: string): SigningKey => ({
  key: createSecretKey(Buffer.from(secret)),
  algorithm: 'HS256',
})

/** The gateway's own key as one that tokens may be signed with; a token has to name it. */
export const ownKeySource = ({ key, algorithm, kid: own }: SigningKey): KeySource => ({
  algorithms: [algorithm],
  keyFor: ({ kid }) => Promise.resolve(own !== undefined && kid === own ? createPublicKey(key) : undefined),
})
