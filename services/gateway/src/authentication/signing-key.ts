import { createPrivateKey, createPublicKey, createSecretKey, createHash, type KeyObject } from 'node:crypto'
import { madeOf, type Keyring, type Secret } from '@appointments/runtime'
import type { KeySource } from './key-source.ts'
import type { SignatureAlgorithm } from './signature-algorithm.ts'

/** A key the gateway signs customer tokens with, or has signed them with. */
export interface SigningKey {
  key: KeyObject
  algorithm: SignatureAlgorithm
  kid?: string
  /** The public half as a JWK (RFC 7517); a shared secret has none. */
  publicJwk?: Readonly<Record<string, unknown>>
}

/** The first signs; tokens of the others are accepted. */
export type SigningKeys = readonly [SigningKey, ...SigningKey[]]

const PEM = /-----BEGIN [A-Z ]+-----[^-]+-----END [A-Z ]+-----/g

/**
 * Private keys in PEM, one after another.
 * @throws Error where there is none, or one is of another kind
 */
export function asymmetricSigningKeys(text: string): SigningKeys {
  const [first, ...others] = text.match(PEM) ?? []
  return [asymmetricSigningKey(first ?? ''), ...others.map(asymmetricSigningKey)]
}

/**
 * A private key in PEM: RSA signs RS256, an EC key on P-256 signs ES256. Its `kid` is its thumbprint (RFC 7638).
 * @throws Error for any other kind of key
 */
function asymmetricSigningKey(pem: string): SigningKey {
  const key = createPrivateKey(pem)
  const { kty, crv, n, e, x, y } = createPublicKey(key).export({ format: 'jwk' })
  if (kty !== 'RSA' && crv !== 'P-256') throw new Error('JWT_SIGNING_KEY must be RSA, or EC on P-256')
  // members of a thumbprint stand in alphabetical order
  const members = kty === 'RSA' ? { e, kty, n } : { crv, kty, x, y }
  const kid = createHash('sha256').update(JSON.stringify(members)).digest('base64url')
  const algorithm = kty === 'RSA' ? 'RS256' : 'ES256'
  return { key, algorithm, kid, publicJwk: { ...members, kid, alg: algorithm, use: 'sig' } }
}

/** The secret shared with the issuer of tokens, as what customer tokens are signed with. */
export const secretSigningKeys = (secret: Secret<Keyring>): (() => SigningKeys) =>
  madeOf(secret, ([first]) => [{ key: createSecretKey(Buffer.from(first)), algorithm: 'HS256' }])

/** The gateway's own keys as some that tokens may be signed with; a token has to name its key. */
export const ownKeySource = (keys: () => SigningKeys): KeySource => ({
  algorithms: ['RS256', 'ES256'],
  keysFor: ({ alg, kid }) =>
    Promise.resolve(
      keys()
        .filter((own) => own.kid !== undefined && own.kid === kid && own.algorithm === alg)
        .map(({ key }) => createPublicKey(key)),
    ),
})
