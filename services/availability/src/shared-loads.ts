import type { Clock } from '@appointments/runtime'
import type { AgentCalendar } from './domain/agent-calendar.ts'
import { covers, type Window } from './domain/window.ts'
import type { CalendarVersion } from './repositories/calendar-versions.ts'

/** Reads calendars of agents for a period, in any order. */
type Load = (
  organization: string,
  versions: readonly CalendarVersion[],
  period: Window,
) => Promise<AgentCalendar[]>

/** A load in progress that includes a certain agent. */
interface Running {
  version: number
  period: Window
  loaded: Promise<AgentCalendar[]>
}

/**
 * Loads that concurrent requests share: a calendar that is being loaded is not loaded again. Many bookings of one time
 * need the same calendars just after one of them has changed.
 */
export function createSharedLoads({ load, clock }: { load: Load; clock: Clock }): Load {
  const running = new Map<string, Running>()
  const keyOf = (organization: string, agentId: string) => JSON.stringify([organization, agentId])

  async function begin(
    organization: string,
    versions: readonly CalendarVersion[],
    period: Window,
  ): Promise<AgentCalendar[]> {
    if (versions.length === 0) return []
    const loaded = load(organization, versions, period)
    const begun = versions.map(({ agentId, version }): [string, Running] => [
      keyOf(organization, agentId),
      { version, period, loaded },
    ])
    for (const [key, one] of begun) running.set(key, one)
    try {
      return await loaded
    } finally {
      for (const [key, one] of begun) if (running.get(key) === one) running.delete(key)
    }
  }

  return async (organization, versions, period) => {
    const now = clock.now().getTime()
    const own: CalendarVersion[] = []
    const joined: CalendarVersion[] = []
    /** The agents to use from each load of another request. Its calendars of other agents may be too old. */
    const others = new Map<Promise<AgentCalendar[]>, Set<string>>()
    for (const one of versions) {
      const known = running.get(keyOf(organization, one.agentId))
      const isEnough = known && known.version >= one.version && covers(known.period, period)
      if (!isEnough) {
        own.push(one)
        continue
      }
      joined.push(one)
      others.set(known.loaded, (others.get(known.loaded) ?? new Set()).add(one.agentId))
    }
    const fromOthers = [...others].map(async ([loaded, agentIds]) => {
      // another request may fail at its own deadline, and a hold may have expired since its load began
      const calendars = await loaded.catch(() => [])
      return calendars.filter(({ agent, occupancy }) => agentIds.has(agent.id) && occupancy.validUntil > now)
    })
    const found = (await Promise.all([begin(organization, own, period), ...fromOthers])).flat()
    const ids = new Set(found.map(({ agent }) => agent.id))
    const missing = joined.filter(({ agentId }) => !ids.has(agentId))
    return [...found, ...(await begin(organization, missing, period))]
  }
}
