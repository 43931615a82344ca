import type { AgentCalendar } from './domain/agent-calendar.ts'
import type { Intervals } from './domain/intervals.ts'

/** Share of the memory that remains in use after calendars were dropped, so that dropping is rare. */
const KEPT_SHARE = 0.9

interface Kept {
  calendar: AgentCalendar
  bytes: number
  /** Number of the last read that used it. */
  usedAt: number
}

/** Calendars in memory; the least recently used ones are dropped when they take more than `mostBytes` together. */
export function createCalendarStore(mostBytes: number) {
  const organizations = new Map<string, Map<string, Kept>>()
  let bytes = 0
  let reads = 0

  const ownOf = (organization: string): Map<string, Kept> => {
    const own = organizations.get(organization) ?? new Map<string, Kept>()
    organizations.set(organization, own)
    return own
  }

  /** @returns whether calendars were dropped */
  function makeRoom(): boolean {
    if (bytes <= mostBytes) return false
    const oldest = [...organizations.values()]
      .flatMap((own) => [...own].map(([id, kept]) => ({ own, id, kept })))
      .sort((a, b) => a.kept.usedAt - b.kept.usedAt)
    for (const { own, id, kept } of oldest) {
      if (bytes <= KEPT_SHARE * mostBytes) break
      own.delete(id)
      bytes -= kept.bytes
    }
    return true
  }

  return {
    /** Begins a read of an organization's calendars. */
    read(organization: string) {
      const usedAt = (reads += 1)
      const own = ownOf(organization)
      return {
        get(agentId: string): AgentCalendar | undefined {
          const kept = own.get(agentId)
          if (!kept) return undefined
          kept.usedAt = usedAt
          return kept.calendar
        },

        /** Keeps calendars. @returns whether calendars were dropped to make room */
        keep(calendars: readonly AgentCalendar[]): boolean {
          for (const calendar of calendars) {
            const size = sizeOf(calendar)
            bytes += size - (own.get(calendar.agent.id)?.bytes ?? 0)
            own.set(calendar.agent.id, { calendar, bytes: size, usedAt })
          }
          return makeRoom()
        },
      }
    },
  }
}

/** Overhead in bytes of a calendar without its arrays, and of an empty array. */
const OBJECTS = 1000
const ARRAY = 200

/**
 * Size of a calendar in bytes. An array that it uses twice counts once; an array that several calendars share counts in
 * full for each.
 */
function sizeOf({ opening, occupancy }: AgentCalendar): number {
  const arrays = new Set<Intervals>([
    opening.open,
    opening.hours,
    opening.extra,
    opening.holidays,
    opening.absences,
    occupancy.full,
    occupancy.booked,
    occupancy.held,
    occupancy.external,
    ...occupancy.starts.values(),
  ])
  return [...arrays].reduce((sum, { byteLength }) => sum + ARRAY + byteLength, OBJECTS)
}
