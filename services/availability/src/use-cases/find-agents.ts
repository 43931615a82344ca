import { pageOf, sliceOf, type Agent, type AgentQuery, type Page } from '@appointments/contracts'
import type { OrganizationKey } from '../domain/directory.ts'
import { agentFilter } from '../repositories/agent-filter.ts'
import { agents } from '../repositories/directory.ts'
import type { Deps } from './deps.ts'

interface FindAgents {
  organization: OrganizationKey
  query: AgentQuery
}

/** Lists the agents of an organization; all conditions of the query must hold. */
export const findAgents =
  ({ pool }: Pick<Deps, 'pool'>) =>
  async ({ organization, query }: FindAgents): Promise<Page<Agent>> => {
    const slice = sliceOf(query, 'id')
    const inTable = { ...slice, field: slice.field === 'id' ? ('id' as const) : ('name' as const) }
    return pageOf(await agents.list(pool, organization, agentFilter(query), inTable), slice)
  }
