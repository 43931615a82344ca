import { pageOf, sliceOf, type Page, type QueueMemberQuery } from '@appointments/contracts'
import { queues } from '../repositories/directory.ts'
import { memberships, type QueueMember } from '../repositories/memberships.ts'
import type { Deps, OfOrganization } from './deps.ts'

interface FindQueueMembers extends OfOrganization {
  query: QueueMemberQuery
}

/** Lists the members of a queue, inactive ones included. @throws Problem QUEUE_NOT_FOUND */
export const findQueueMembers =
  ({ pool }: Pick<Deps, 'pool'>) =>
  async ({ organization, id, query }: FindQueueMembers): Promise<Page<QueueMember>> => {
    await queues.get(pool, organization, id)
    const slice = sliceOf(query, 'agentId')
    return pageOf(await memberships.members(pool, organization, id, query.q, slice), slice)
  }
