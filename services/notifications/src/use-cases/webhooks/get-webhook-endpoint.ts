import type { Caller } from '@appointments/contracts'
import type { Deps } from '../deps.ts'
import { requireOwnEndpoint } from './require-own-endpoint.ts'

/** @throws Problem WEBHOOK_ENDPOINT_NOT_FOUND */
export const getWebhookEndpoint =
  ({ pool }: Deps) =>
  ({ caller, id }: { caller: Caller; id: string }) =>
    requireOwnEndpoint(pool, caller, id)
