import { instant, type AppointmentStatisticsQuery, type Caller } from '@appointments/contracts'
import { applications } from '../repositories/applications.ts'
import { figures } from '../repositories/figures.ts'
import type { Deps } from './deps.ts'
import { requireOwn } from './get-application.ts'

/** Reads statistics of appointments. @throws Problem APPLICATION_NOT_FOUND */
export const getAppointmentStatistics =
  ({ pool }: Pick<Deps, 'pool'>) =>
  async ({ caller, query }: { caller: Caller; query: AppointmentStatisticsQuery }) => {
    const { agentId: agentIds, ...wanted } = query
    requireOwn(await applications.find(pool, query.applicationId), caller)
    // read first, so that the figures are never older than this time
    const asOf = await figures.asOf(pool)
    const rows = await figures.find(pool, { ...wanted, agentIds })
    return { rows, ...(asOf && { asOf: instant(asOf) }) }
  }
