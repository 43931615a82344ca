import { Webhook } from 'standardwebhooks'
import type { WebhookEndpoint } from '../domain/webhooks/webhook-endpoint.ts'
import type { Seal } from './seal.ts'
import { signingSecrets } from './webhook-secrets.ts'
import type { WebhookSigningKeys } from './webhook-signing-keys.ts'

/** Creates the `webhook-signature` of a body: all signatures the endpoint requires, separated by spaces. */
export type Sign = (id: string, at: Date, body: string) => string

/**
 * How webhooks of an endpoint are signed: with each of its secrets (`v1`), with the keys of the installation
 * (`v1a`), or both (Standard Webhooks).
 */
export function signerFor(
  { seal, signingKeys }: { seal: Seal; signingKeys: WebhookSigningKeys },
  endpoint: WebhookEndpoint,
): Sign {
  const { signature } = endpoint
  return (id, at, body) => {
    const secrets = signature === 'v1a' ? [] : signingSecrets(seal, endpoint, at)
    const symmetric = secrets.map((secret) => new Webhook(secret).sign(id, at, body))
    const seconds = Math.floor(at.getTime() / 1000)
    const asymmetric = signature === 'v1' ? [] : signingKeys.signatures(`${id}.${seconds}.${body}`)
    return [...symmetric, ...asymmetric].join(' ')
  }
}
