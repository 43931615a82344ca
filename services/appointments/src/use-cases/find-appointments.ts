import { listScope } from '@appointments/appointment'
import { pageOf, problem, sliceOf, type Caller, type ListQuery } from '@appointments/contracts'
import { appointmentLists } from '../repositories/appointment-lists.ts'
import { applications } from '../repositories/applications.ts'
import type { Deps } from './deps.ts'

/** Lists appointments. @throws Problem NO_APPOINTMENTS_MATCH if none matches */
export const findAppointments =
  ({ pool }: Deps) =>
  async ({ caller, query, withCancelled }: { caller: Caller; query: ListQuery; withCancelled: boolean }) => {
    const application =
      query.applicationId === undefined ? undefined : await applications.find(pool, query.applicationId)
    const slice = sliceOf(query, 'start')
    const found = await appointmentLists.find(
      pool,
      listScope(caller, query, application),
      query,
      slice,
      withCancelled,
    )
    if (found.total === 0) throw problem('NO_APPOINTMENTS_MATCH')
    return pageOf(found, slice)
  }
