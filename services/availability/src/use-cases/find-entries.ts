import { pageOf, sliceOf, type EntryQuery, type Page } from '@appointments/contracts'
import type { OrganizationKey } from '../domain/directory.ts'
import { beginsWith, type Entries, type Stored } from '../repositories/entries.ts'
import type { Deps } from './deps.ts'

/** Lists the entries of one kind of an organization. */
export const findEntries =
  <Entry extends Stored>({ pool }: Pick<Deps, 'pool'>, entries: Entries<Entry>) =>
  async ({
    organization,
    query,
  }: {
    organization: OrganizationKey
    query: EntryQuery
  }): Promise<Page<Entry>> => {
    const slice = sliceOf(query, 'id')
    const filter =
      query.q === undefined ? { text: 'true', values: [] } : { text: beginsWith(2), values: [query.q] }
    return pageOf(await entries.list(pool, organization, filter, slice), slice)
  }
