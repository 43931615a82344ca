import { createBoundedCache, type Clock } from '@appointments/runtime'
import type { AgentCalendar } from './domain/agent-calendar.ts'
import { rememberedEligibleAgents, type FindEligible } from './domain/eligible-agents.ts'
import { covers, type Window } from './domain/window.ts'
import type { QueueMembers } from './queue-members.ts'
import type { CalendarVersion } from './repositories/calendar-versions.ts'

/** The calendars of a queue's members, in the order of their ids. */
export interface QueueCalendars {
  calendars: readonly AgentCalendar[]
  /** {@link FindEligible}, which may remember what it found. */
  findEligible: FindEligible
}

/** A queue's members with their calendars for a period. */
interface Assembled extends QueueCalendars {
  members: QueueMembers
  period: Window
  /** In milliseconds since 1970. */
  validUntil: number
}

/** Queues whose calendars are kept together. */
const MOST_QUEUES = 100

/**
 * The calendars of queues as lists. A read of an unchanged queue looks up none of its members. A read of a changed
 * queue looks up only the members whose version differs.
 */
export function createQueueCalendars({
  clock,
  current,
  onHits,
}: {
  clock: Clock
  /** Finds the calendars of agents for a period, in the order of the versions, without those of removed agents. */
  current: (
    organization: string,
    versions: readonly CalendarVersion[],
    period: Window,
  ) => Promise<AgentCalendar[]>
  /** Called with the number of calendars that needed no look-up. */
  onHits: (calendars: number) => void
}) {
  let assembled = createBoundedCache<Assembled>(MOST_QUEUES)

  async function assemble(
    organization: string,
    members: QueueMembers,
    period: Window,
  ): Promise<Omit<Assembled, 'findEligible'>> {
    const calendars = await current(organization, members.versions, period)
    return { members, period, calendars, validUntil: validityOf(calendars) }
  }

  /** A queue with new calendars for the members whose version has changed; undefined if the membership has changed. */
  async function replaced(
    organization: string,
    members: QueueMembers,
    known: Assembled,
  ): Promise<Omit<Assembled, 'findEligible'> | undefined> {
    const { versions, membersVersion } = members
    const before = known.members
    const isSame = membersVersion === before.membersVersion && versions.length === known.calendars.length
    if (!isSame) return undefined
    // members that have not changed are the same objects
    const changed = versions.flatMap((one, index) => (one === before.versions[index] ? [] : [{ one, index }]))
    const found = await current(
      organization,
      changed.map(({ one }) => one),
      known.period,
    )
    if (found.length < changed.length) return undefined
    onHits(versions.length - changed.length)
    const calendars = [...known.calendars]
    for (const [at, { index }] of changed.entries()) calendars[index] = found[at] as AgentCalendar
    const validUntil = Math.min(known.validUntil, validityOf(found))
    return { members, period: known.period, calendars, validUntil }
  }

  return {
    /** Drops all lists, so that calendars that are used nowhere else leave the memory. */
    forget(): void {
      assembled = createBoundedCache(MOST_QUEUES)
    },

    /** The calendars of a queue with these members. */
    async of(
      organization: string,
      queueId: string,
      members: QueueMembers,
      period: Window,
    ): Promise<QueueCalendars> {
      const key = JSON.stringify([organization, queueId])
      const known = assembled.get(key, 0)
      const isUsable = known && covers(known.period, period) && known.validUntil > clock.now().getTime()
      if (isUsable && known.members === members) {
        onHits(known.calendars.length)
        return known
      }
      const findEligible = known?.findEligible ?? rememberedEligibleAgents()
      const renewed = isUsable ? await replaced(organization, members, known) : undefined
      const queue = { ...(renewed ?? (await assemble(organization, members, period))), findEligible }
      assembled.set(key, queue, Infinity)
      return queue
    },
  }
}

/** Until when all calendars are valid, in milliseconds since 1970. */
const validityOf = (calendars: readonly AgentCalendar[]) =>
  calendars.reduce((least, { occupancy }) => Math.min(least, occupancy.validUntil), Infinity)
