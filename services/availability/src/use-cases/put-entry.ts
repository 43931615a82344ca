import { requireMatch, type WriteCondition } from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import type { Tx } from '@appointments/postgres'
import type { Entries, Stored } from '../repositories/entries.ts'
import type { Deps, OfOrganization, Written } from './deps.ts'

export interface PutEntry<Request> extends OfOrganization, WriteCondition {
  request: Request
}

/**
 * Creates or replaces an entry of one kind.
 * @param follow makes further changes after an existing entry was replaced
 * @throws Problem VERSION_MISMATCH, DIRECTORY_FULL
 */
export const putEntry =
  <Request extends { name: string }, Entry extends Stored>(
    { transaction, clock }: Deps,
    entries: Entries<Entry>,
    follow?: (tx: Tx, of: OfOrganization) => Promise<void>,
  ) =>
  ({ organization, id, request, ...condition }: PutEntry<Request>): Promise<Keyed<Written<Entry>>> =>
    transaction(
      async (tx) => {
        const current = await entries.lock(tx, organization, id)
        requireMatch(current, condition)
        // an entry that begins to refer to this one meanwhile would keep its old times
        if (current && follow) await entries.excludeReferences(tx, organization, id)
        const written = { name: request.name, content: request }
        const entry = await entries[current ? 'update' : 'insert'](tx, organization, id, written, clock.now())
        if (current) await follow?.(tx, { organization, id })
        return { entry, isCreated: !current }
      },
      [entries.lockName(organization, id)],
    )
