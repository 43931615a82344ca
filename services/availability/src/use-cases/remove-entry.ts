import { problem } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import type { Entries, Stored } from '../repositories/entries.ts'
import type { Deps, OfOrganization } from './deps.ts'

/**
 * Removes an entry of one kind unless others refer to it.
 * @param countUses how many entries refer to it
 * @throws Problem IN_USE, and the problem for an unknown entry of this kind
 */
export const removeEntry =
  <Entry extends Stored>(
    { partTransaction }: Deps,
    entries: Entries<Entry>,
    countUses: (tx: Tx, of: OfOrganization) => Promise<number>,
  ) =>
  ({ organization, id }: OfOrganization): Promise<void> =>
    partTransaction(
      async (tx) => {
        await entries.lock(tx, organization, id)
        await entries.excludeReferences(tx, organization, id)
        await entries.get(tx, organization, id)
        const count = await countUses(tx, { organization, id })
        if (count > 0) throw problem('IN_USE', { extensions: { count } })
        entries.remove(tx, organization, id)
      },
      [entries.lockName(organization, id)],
    )
