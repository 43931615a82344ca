import { createPrivateKey, createPublicKey, createSecretKey, createHash, type KeyObject } from 'node:crypto'
import { madeOf, type Keyring, type Secret } from '@appointments/runtime'
import type { KeySource } from './key-source.ts'
import type { SignatureAlgorithm } from './signature-algorithm.ts'

/** A key that the gateway signs customer tokens with, or has signed them with before. */
export interface SigningKey {
  key: KeyObject
  algorithm: SignatureAlgorithm
  kid?: string
  /** The public half as a JWK (RFC 7517); a shared secret has none. */
  publicJwk?: Readonly<Record<string, unknown>>
}

/** The first key signs; tokens signed with the others are accepted. */
export type SigningKeys = readonly [SigningKey, ...SigningKey[]]

const PEM = /-----BEGIN [A-Z ]+-----[^-]+-----END [A-Z ]+-----/g

/**
 * Parses one or more private keys in PEM.
 * @throws Error if there is none, or one is of an unsupported kind
 */
export function asymmetricSigningKeys(text: string): SigningKeys {
  const [first, ...others] = text.match(PEM) ?? []
  return [asymmetricSigningKey(first ?? ''), ...others.map(asymmetricSigningKey)]
}

/**
 * Parses a private key in PEM: an RSA key signs RS256, an EC key on P-256 ES256. Its `kid` is its thumbprint (RFC 7638).
 * @throws Error for any other kind of key
 */
function asymmetricSigningKey(pem: string): SigningKey {
  const key = createPrivateKey(pem)
  const { kty, crv, n, e, x, y } = createPublicKey(key).export({ format: 'jwk' })
  if (kty !== 'RSA' && crv !== 'P-256') throw new Error('JWT_SIGNING_KEY must be RSA, or EC on P-256')
  // a thumbprint requires its members in alphabetical order
  const members = kty === 'RSA' ? { e, kty, n } : { crv, kty, x, y }
  const kid = createHash('sha256').update(JSON.stringify(members)).digest('base64url')
  const algorithm = kty === 'RSA' ? 'RS256' : 'ES256'
  return { key, algorithm, kid, publicJwk: { ...members, kid, alg: algorithm, use: 'sig' } }
}

/** Signs customer tokens with the secret shared with the token issuer. */
export const secretSigningKeys = (secret: Secret<Keyring>): (() => SigningKeys) =>
  madeOf(secret, ([first]) => [{ key: createSecretKey(Buffer.from(first)), algorithm: 'HS256' }])

/** Verifies tokens that the gateway has signed; such a token must name its key. */
export const ownKeySource = (keys: () => SigningKeys): KeySource => ({
  algorithms: ['RS256', 'ES256'],
  keysFor: ({ alg, kid }) =>
    Promise.resolve(
      keys()
        .filter((own) => own.kid !== undefined && own.kid === kid && own.algorithm === alg)
        .map(({ key }) => createPublicKey(key)),
    ),
})
