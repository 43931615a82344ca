import { z } from 'zod'

/** A public key that verifies webhooks (RFC 8037), also in the form of Standard Webhooks. */
export const webhookKey = z
  .object({
    kty: z.literal('OKP'),
    crv: z.literal('Ed25519'),
    use: z.literal('sig'),
    alg: z.literal('EdDSA'),
    kid: z.string(),
    x: z.string(),
    whpk: z
      .string()
      .meta({ description: 'The same key in the format of Standard Webhooks: `whpk_` and base64' }),
  })
  .meta({ id: 'WebhookKey' })
export type WebhookKey = z.input<typeof webhookKey>

/** The keys of an installation, the current one first; a JWK set (RFC 7517). */
export const webhookKeySet = z.object({ keys: z.array(webhookKey) }).meta({ id: 'WebhookKeySet' })
