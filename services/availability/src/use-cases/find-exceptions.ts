import { pageOf, sliceOf, type Exception, type ExceptionQuery, type Page } from '@appointments/contracts'
import { agents } from '../repositories/directory.ts'
import { exceptions } from '../repositories/exceptions.ts'
import type { Deps, OfAgent } from './deps.ts'

interface FindExceptions extends Omit<OfAgent, 'caller'> {
  query: ExceptionQuery
}

/** Lists absences and extra hours of an agent, past ones included. @throws Problem AGENT_NOT_FOUND */
export const findExceptions =
  ({ pool }: Pick<Deps, 'pool'>) =>
  async ({ organization, agentId, query }: FindExceptions): Promise<Page<Exception>> => {
    await agents.get(pool, organization, agentId)
    const slice = sliceOf(query, 'from')
    return pageOf(await exceptions.list(pool, organization, agentId, slice), slice)
  }
