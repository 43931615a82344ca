import type { Agent } from '@appointments/contracts'

type Membership = Agent['queues'][number]

/** A queue that an agent joins, leaves, or belongs to with another weight. */
export interface MembershipChange {
  queueId: string
  /** Absent if the agent leaves. */
  weight?: number
  joins: boolean
}

/** What changes when the queues of an agent are replaced. */
export function membershipChanges(
  before: readonly Membership[],
  after: readonly Membership[],
): MembershipChange[] {
  const weights = new Map(before.map(({ queueId, weight }) => [queueId, weight]))
  const stays = new Set(after.map(({ queueId }) => queueId))
  return [
    ...before.filter(({ queueId }) => !stays.has(queueId)).map(({ queueId }) => ({ queueId, joins: false })),
    ...after
      .filter(({ queueId, weight }) => weights.get(queueId) !== weight)
      .map(({ queueId, weight }) => ({ queueId, weight, joins: !weights.has(queueId) })),
  ]
}
