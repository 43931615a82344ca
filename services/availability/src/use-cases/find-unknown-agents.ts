import { pageOf, sliceOf, type AgentQuery, type Page, type UnknownAgent } from '@appointments/contracts'
import type { OrganizationKey } from '../domain/directory.ts'
import { unknownAgents } from '../repositories/unknown-agents.ts'
import type { Deps } from './deps.ts'

interface FindUnknownAgents {
  organization: OrganizationKey
  query: AgentQuery
}

/** Filters that select by an entry of the directory, which these agents do not have. */
const OF_ENTRIES = ['teamId', 'queueId', 'skill', 'language', 'active'] as const

/** Lists the ids of agents that have appointments or holds which are not over, and no entry in the directory. */
export const findUnknownAgents =
  ({ pool, clock }: Pick<Deps, 'pool' | 'clock'>) =>
  async ({ organization, query }: FindUnknownAgents): Promise<Page<UnknownAgent>> => {
    const slice = sliceOf({ ...query, sortField: 'id' }, 'id')
    if (OF_ENTRIES.some((filter) => query[filter] !== undefined))
      return pageOf({ content: [], total: 0 }, slice)
    const { content, total } = await unknownAgents.list(
      pool,
      organization,
      { q: query.q, now: clock.now() },
      slice,
    )
    const ofOrganization = organization === '' ? {} : { organizationId: organization }
    return pageOf({ content: content.map((id) => ({ id, ...ofOrganization })), total }, slice)
  }
