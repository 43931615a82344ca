import { webhookPing } from '@appointments/contracts'
import { deliveries } from '../../repositories/send/deliveries.ts'
import { webhookEndpoints } from '../../repositories/webhooks/webhook-endpoints.ts'
import { signerFor, type Sign } from '../../keys/webhook-signatures.ts'
import type { Deps } from '../deps.ts'

/**
 * Receives a webhook of this service like a client's receiver, so that developers see what a client would receive.
 * Webhooks without a valid signature are not accepted.
 * @returns whether the signature is valid
 */
export const receiveOwnWebhook =
  ({ pool, viewer, clock, ...keys }: Deps) =>
  async (headers: Record<string, string>, body: string): Promise<boolean> => {
    const id = headers['webhook-id'] ?? ''
    const endpointId = (await deliveries.findRecipient(pool, id)) ?? pinged(body)
    const endpoint =
      endpointId === undefined ? undefined : await webhookEndpoints.find(pool, endpointId, undefined)
    if (!endpoint) return false
    const signatureValid = isSigned(signerFor(keys, endpoint), headers, body, clock.now())
    viewer?.note(id, { signatureValid })
    return signatureValid
  }

/** The endpoint a test webhook is for. */
function pinged(body: string): string | undefined {
  try {
    return webhookPing.safeParse(JSON.parse(body)).data?.data.endpointId
  } catch {
    return undefined
  }
}

/** How old or early a signature may be (Standard Webhooks). */
const TOLERANCE_MS = 300_000

/** Recreates the signatures to compare them: HMAC and Ed25519 are deterministic. */
function isSigned(sign: Sign, headers: Record<string, string>, body: string, now: Date): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000)
  if (!(Math.abs(now.getTime() - at.getTime()) <= TOLERANCE_MS)) return false
  const expected = sign(headers['webhook-id'] ?? '', at, body).split(' ')
  return (headers['webhook-signature'] ?? '').split(' ').some((given) => expected.includes(given))
}
