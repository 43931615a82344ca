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
 * What identifies a keyed request: caller, operation and key; and what was asked by it. Neither the key nor the
 * body can be read back from what is stored.
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
  const { userId, organizationId, clientId, tokenHash, customer, verifiedContact, roles } = caller
  const who = {
    userId,
    organizationId,
    // a user is the same user with every client
    ...(userId === undefined && { clientId, tokenHash }),
    verifiedContact,
    roles: [...roles].sort(),
    of: customer?.appointmentId,
  }
  return {
    keyHash: hash({ key, operation, who, participant: customer?.participantId }),
    fingerprint: hash({ path, query, body: body ?? null }),
  }
}
