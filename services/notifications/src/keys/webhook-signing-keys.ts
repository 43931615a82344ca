import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto'
import type { WebhookKey } from '@appointments/contracts'
import { deriveKey } from '@appointments/credentials'

const SEED_BYTES = 32
/** Prefix of an Ed25519 seed in PKCS #8 (RFC 8410, section 7). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Name of the key derived from the data secret. */
export const DERIVED_KEY = 'derived'

/**
 * Reads a private key in the format of Standard Webhooks: `whsk_` and base64 of the seed, optionally followed by
 * the public key.
 * @returns the seed; undefined if the text is not such a key
 */
export function seedOf(text: string): Buffer | undefined {
  const [, base64] = /^whsk_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? []
  const bytes = Buffer.from(base64 ?? '', 'base64')
  return bytes.length === SEED_BYTES || bytes.length === 2 * SEED_BYTES
    ? bytes.subarray(0, SEED_BYTES)
    : undefined
}

interface SigningKey {
  key: KeyObject
  published: WebhookKey
}

function signingKey(seed: Buffer): SigningKey {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' })
  const members = { crv: 'Ed25519', kty: 'OKP', x } as const
  return {
    key,
    published: {
      ...members,
      use: 'sig',
      alg: 'EdDSA',
      // the members of a thumbprint are in alphabetical order (RFC 7638)
      kid: createHash('sha256').update(JSON.stringify(members)).digest('base64url'),
      whpk: `whpk_${Buffer.from(x, 'base64url').toString('base64')}`,
    },
  }
}

/**
 * The Ed25519 keys that sign webhooks, so that a receiver needs no secret (Standard Webhooks, `v1a`).
 * @param current the current key; derived from the data secret if none is configured
 * @param previous previous key: keeps signing and stays published while it is configured
 */
export function webhookSigningKeys(
  dataSecret: string,
  current: string | undefined,
  previous: string | undefined,
) {
  const derived = () => deriveKey(dataSecret, 'webhook-signing').export()
  const keys = [current ?? DERIVED_KEY, ...(previous === undefined ? [] : [previous])].map((text) =>
    signingKey(seedOf(text) ?? derived()),
  )
  return {
    /** Public keys, the current one first. */
    published: keys.map(({ published }) => published),

    /** One signature per key over the same bytes, the current key's first. */
    signatures: (content: string): string[] =>
      keys.map(({ key }) => `v1a,${sign(null, Buffer.from(content), key).toString('base64')}`),
  }
}
export type WebhookSigningKeys = ReturnType<typeof webhookSigningKeys>
