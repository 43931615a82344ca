import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey } from '@appointments/credentials'
import { livePrevious, type WebhookEndpoint } from './domain/webhook-endpoint.ts'

const SECRET_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** A new signing secret, as Standard Webhooks writes it. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

/** Seals signing secrets for storage (AES-256-GCM), bound to their endpoint so that none can stand in for another. */
export function webhookSeal(dataSecret: string) {
  const key = deriveKey(dataSecret, 'webhook-secret')
  return {
    seal(secret: string, endpointId: string): string {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(endpointId))
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
    },

    /** @throws Error where it was sealed with another key or for another endpoint */
    open(sealed: string, endpointId: string): string {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(endpointId))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}
export type WebhookSeal = ReturnType<typeof webhookSeal>

/** The secrets an endpoint's webhooks are signed with now, the current one first. */
export const signingSecrets = (seal: WebhookSeal, endpoint: WebhookEndpoint, now: Date): string[] =>
  [endpoint, ...livePrevious(endpoint, now)].map(({ sealedSecret }) => seal.open(sealedSecret, endpoint.id))
