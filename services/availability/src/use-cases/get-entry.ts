import type { Entries, Stored } from '../repositories/entries.ts'
import type { Deps, OfOrganization } from './deps.ts'

/** Reads an entry of one kind. @throws Problem for an unknown entry of this kind */
export const getEntry =
  <Entry extends Stored>({ pool }: Pick<Deps, 'pool'>, entries: Entries<Entry>) =>
  ({ organization, id }: OfOrganization): Promise<Entry> =>
    entries.get(pool, organization, id)
