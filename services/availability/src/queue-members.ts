import type { Sql } from '@appointments/postgres'
import {
  calendarVersions,
  type CalendarVersion,
  type QueueVersions,
} from './repositories/calendar-versions.ts'

/** Members of all queues together that a replica remembers. */
const MOST_MEMBERS = 200_000
/** Lower than any version. */
const NONE = -1

/** The members of a queue as of one snapshot. It never changes: a newer state is another object. */
export interface QueueMembers {
  membersVersion: number
  sum: number
  /** The highest version of a member. */
  newest: number
  /** Sorted by id. */
  versions: readonly CalendarVersion[]
}

const NO_MEMBERS: QueueMembers = { membersVersion: NONE, sum: 0, newest: NONE, versions: [] }

/** The members of queues that this replica has read; every read compares them with the database in one statement. */
export function createQueueMembers({ sql }: { sql: Sql }) {
  const queues = new Map<string, QueueMembers>()
  let total = 0
  const keyOf = (organization: string, queueId: string) => JSON.stringify([organization, queueId])

  function remember(key: string, members: QueueMembers): QueueMembers {
    total += members.versions.length - (queues.get(key)?.versions.length ?? 0)
    // the most recently used come last
    queues.delete(key)
    queues.set(key, members)
    for (const [oldest, { versions }] of queues) {
      if (total <= MOST_MEMBERS) break
      queues.delete(oldest)
      total -= versions.length
    }
    return members
  }

  return {
    /** The approximate number of members of a queue: that of the last read by this replica, if there was one. */
    async count(organization: string, queueId: string): Promise<number> {
      const known = queues.get(keyOf(organization, queueId))
      return known?.versions.length ?? calendarVersions.countMembers(sql, organization, queueId)
    },

    /** The current members of a queue; the same object as long as nothing changes. */
    async of(organization: string, queueId: string): Promise<QueueMembers> {
      const key = keyOf(organization, queueId)
      const known = queues.get(key)
      if (known) {
        const read = await calendarVersions.ofQueue(sql, organization, queueId, known.newest)
        const current = read && renewed(known, read)
        if (current) return remember(key, current)
      }
      const all = await calendarVersions.ofQueue(sql, organization, queueId, NONE)
      return remember(key, all ? membersOf(all, all.newer) : NO_MEMBERS)
    },
  }
}

/**
 * The known members with the changes applied; undefined if the changes do not explain the new sum, or the membership
 * has changed.
 */
function renewed(known: QueueMembers, read: QueueVersions): QueueMembers | undefined {
  if (read.membersVersion !== known.membersVersion) return undefined
  if (read.sum === known.sum && read.newer.length === 0) return known
  const newer = new Map(read.newer.map((member) => [member.agentId, member]))
  const versions = known.versions.map((member) => newer.get(member.agentId) ?? member)
  const sum = versions.reduce((all, { version }) => all + version, 0)
  return sum === read.sum ? membersOf(read, versions) : undefined
}

const membersOf = (
  { membersVersion, sum }: QueueVersions,
  versions: readonly CalendarVersion[],
): QueueMembers => ({
  membersVersion,
  sum,
  newest: versions.reduce((most, { version }) => Math.max(most, version), NONE),
  versions,
})
