import {
  pageOf,
  sliceOf,
  type Application,
  type ApplicationQuery,
  type Caller,
  type Page,
} from '@appointments/contracts'
import { applications } from '../repositories/applications.ts'
import type { Deps } from './deps.ts'

/** Lists the applications of the caller's organization; all applications if the caller has no organization. */
export const findApplications =
  ({ pool }: Pick<Deps, 'pool'>) =>
  async ({ caller, query }: { caller: Caller; query: ApplicationQuery }): Promise<Page<Application>> => {
    const slice = sliceOf(query, 'id')
    return pageOf(await applications.findAll(pool, caller.organizationId, slice), slice)
  }
