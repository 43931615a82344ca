import { limits, type ApplicationQuery, type Caller } from '@appointments/contracts'
import { applications } from '../repositories/applications.ts'
import type { Deps } from './deps.ts'

/** Lists the applications of the caller's organization; all applications if the caller has no organization. */
export const findApplications =
  ({ pool }: Pick<Deps, 'pool'>) =>
  async ({ caller, query }: { caller: Caller; query: ApplicationQuery }) => {
    const { pageSize = limits.defaultPageSize, pageNumber = 1, sortField = 'id', sortOrder = 'asc' } = query
    const skipped = (pageNumber - 1) * pageSize
    const { content, total } = await applications.findAll(pool, {
      organizationId: caller.organizationId,
      sortOrder,
      pageSize,
      skipped,
    })
    return {
      content,
      pageCount: Math.ceil(total / pageSize),
      pageNumber,
      pageSize,
      total,
      sortField,
      sortOrder,
    }
  }
