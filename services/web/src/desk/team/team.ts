import { signal } from '@preact/signals'
import type { Appointment } from '../api/shapes.ts'
import type { AgentEntry, AgentTimes } from '../calendar/calendars-api.ts'
import { isOfAgent } from '../calendar/of-agent.ts'
import { overlaps, spanOfDays } from '../day.ts'
import type { Desk } from '../desk.ts'
import { appointmentsIn } from '../every-appointment.ts'
import { createListing } from '../listing.ts'
import { createResource } from '../resource.ts'

/** How often the hours are read again, because the stream does not contain their changes. */
const HOURS_MS = 60_000

interface Options {
  day: string
  teamId: string | undefined
  /** Begins with 1. */
  pageNumber: number
  isBusy: () => boolean
}

/** One page of the agents of a team, with their hours and appointments of a day. */
export function createTeam(
  { api, live, application, zone }: Desk,
  { day, teamId, pageNumber, isBusy }: Options,
) {
  const agents = signal<readonly AgentEntry[]>([])
  const span = spanOfDays(day, 1, zone())
  const ids = () => agents.peek().map(({ id }) => id)
  const times = createResource<AgentTimes[]>(() =>
    ids().length === 0 ? Promise.resolve([]) : api.calendars.times(application.value.id, ids(), span),
  )
  const isShown = (one: Appointment) => overlaps(one, span) && ids().some((id) => isOfAgent(id, one))
  const listing = createListing({
    live,
    isBusy,
    read: async () => {
      const found = await api.calendars.members(teamId, pageNumber)
      agents.value = found.agents
      void times.load()
      const applicationId = application.value.id
      // a search without agents would find everyone's appointments
      const content: Appointment[] =
        found.agents.length === 0
          ? []
          : await appointmentsIn(api, { applicationId, agentId: ids(), ...span }, isShown)
      return { content, ...(found.hasMore && { nextCursor: String(pageNumber + 1) }) }
    },
    mayBelong: (one) => one.applicationId === application.value.id && isShown(one),
  })
  return {
    ...listing,
    agents,
    times,
    /** @returns a function that stops following */
    follow() {
      const end = listing.follow()
      const timer = setInterval(() => {
        if (document.visibilityState === 'visible') void times.load()
      }, HOURS_MS)
      return () => {
        end()
        clearInterval(timer)
      }
    },
  }
}
