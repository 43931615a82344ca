import { randomBytes } from 'node:crypto'
import { livePrevious, type WebhookEndpoint } from '../domain/webhooks/webhook-endpoint.ts'
import type { Seal } from './seal.ts'

const SECRET_BYTES = 32
/** Prefix of a secret (Standard Webhooks). */
const SECRET_PREFIX = 'whsec_'

export const newWebhookSecret = (): string =>
  `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`

/** The secrets that currently sign an endpoint's webhooks, the current one first. */
export const signingSecrets = (seal: Seal, endpoint: WebhookEndpoint, now: Date): string[] =>
  [endpoint, ...livePrevious(endpoint, now)].map(({ sealedSecret }) => seal.open(sealedSecret, endpoint.id))
