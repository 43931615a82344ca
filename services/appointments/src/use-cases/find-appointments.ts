import { listScope } from '@appointments/appointment'
import { limits, problem, type Caller, type ListQuery } from '@appointments/contracts'
import { appointmentLists } from '../repositories/appointment-lists.ts'
import { applications } from '../repositories/applications.ts'
import type { Deps } from './deps.ts'

/** Lists appointments. @throws Problem NO_APPOINTMENTS_MATCH if none matches */
export const findAppointments =
  ({ pool }: Deps) =>
  async ({ caller, query, withCancelled }: { caller: Caller; query: ListQuery; withCancelled: boolean }) => {
    const application =
      query.applicationId === undefined ? undefined : await applications.find(pool, query.applicationId)
    const { content, total } = await appointmentLists.find(
      pool,
      listScope(caller, query, application),
      query,
      withCancelled,
    )
    if (total === 0) throw problem('NO_APPOINTMENTS_MATCH')
    const pageSize = query.pageSize ?? limits.defaultPageSize
    return {
      content,
      pageCount: Math.ceil(total / pageSize),
      pageNumber: query.pageNumber ?? 1,
      pageSize,
      total,
      sortField: query.sortField ?? 'start',
      sortOrder: query.sortOrder ?? 'asc',
    } as const
  }
