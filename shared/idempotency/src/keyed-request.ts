import { createHash } from 'node:crypto'
import stringify from 'safe-stable-stringify'
import type { Caller } from '@appointments/contracts'

/** A request that carries an `Idempotency-Key`. */
export interface KeyedRequest {
  keyHash: string
  fingerprint: string
}

const hash = (value: unknown) =>
  createHash('sha256')
    .update(stringify(value) ?? '')
    .digest('base64url')

/**
 * Hashes that identify a keyed request by caller, operation and key, and its content by path, query and body. Neither
 * the key nor the body can be recovered from them.
 */
export function keyedRequest(asked: {
  key: string
  caller: Caller
  operation: string
  path: string
  query: unknown
  body: unknown
}): KeyedRequest {
  const { key, caller, operation, path, query, body } = asked
  const { userId, organizationId, clientId, tokenHash, visitor, customer, verifiedContact, roles } = caller
  const who = {
    userId,
    organizationId,
    // a user is the same caller regardless of the client
    ...(userId === undefined && { clientId, tokenHash }),
    visitor,
    verifiedContact,
    roles: [...roles].sort(),
    of: customer?.appointmentId,
  }
  return {
    keyHash: hash({ key, operation, who, participant: customer?.participantId }),
    fingerprint: hash({ path, query, body: body ?? null }),
  }
}
