import type { Transaction } from '@appointments/postgres'
import { openedHeaders, sealedHeaders } from '../../keys/endpoint-headers.ts'
import { webhookEndpoints } from '../../repositories/webhooks/webhook-endpoints.ts'
import type { Deps } from '../deps.ts'

const BATCH = 100

/**
 * Encrypts header values that an older release stored as plain text.
 * @returns true if there may be more
 */
export const sealStoredHeaders =
  ({ transaction, seal }: Pick<Deps, 'seal'> & { transaction: Transaction }) =>
  (): Promise<boolean> =>
    transaction(async (tx) => {
      const endpoints = await webhookEndpoints.lockUnsealed(tx, BATCH)
      for (const endpoint of endpoints)
        webhookEndpoints.keepHeaders(
          tx,
          endpoint.id,
          sealedHeaders(seal, endpoint, openedHeaders(seal, endpoint)),
        )
      return endpoints.length === BATCH
    })
