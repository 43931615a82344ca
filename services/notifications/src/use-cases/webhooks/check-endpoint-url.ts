import { problem, type WebhookEndpointRequest } from '@appointments/contracts'
import { addressFault } from '../../domain/webhooks/endpoint-address.ts'
import type { Deps } from '../deps.ts'

/**
 * Rejects URLs to which this installation cannot deliver.
 * @throws Problem VALIDATION_FAILED
 */
export function checkEndpointUrl(
  { url }: WebhookEndpointRequest,
  { allowPrivateWebhooks }: Pick<Deps, 'allowPrivateWebhooks'>,
): void {
  const fault = addressFault(url, allowPrivateWebhooks)
  if (fault === undefined) return
  throw problem('VALIDATION_FAILED', {
    errors: [{ pointer: '/url', code: 'ADDRESS_NOT_ALLOWED', message: fault }],
  })
}
