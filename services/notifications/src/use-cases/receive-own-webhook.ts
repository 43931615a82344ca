import { webhookPing } from '@appointments/contracts'
import { Webhook } from 'standardwebhooks'
import { deliveries } from '../repositories/deliveries.ts'
import { webhookEndpoints } from '../repositories/webhook-endpoints.ts'
import type { Deps } from './deps.ts'

/**
 * Receives a webhook of this service as a customer's system would, so that a developer sees what such a system
 * gets. Only what carries a valid signature is taken.
 * @returns whether the signature holds
 */
export const receiveOwnWebhook =
  ({ pool, seal, viewer }: Deps) =>
  async (headers: Record<string, string>, body: string): Promise<boolean> => {
    const id = headers['webhook-id'] ?? ''
    const endpointId = (await deliveries.findRecipient(pool, id)) ?? pinged(body)
    const endpoint =
      endpointId === undefined ? undefined : await webhookEndpoints.find(pool, endpointId, undefined)
    if (!endpoint) return false
    const signatureValid = holds(seal.open(endpoint.sealedSecret, endpoint.id), headers, body)
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

function holds(secret: string, headers: Record<string, string>, body: string): boolean {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}
