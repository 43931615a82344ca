import type { Appointment } from '../api/shapes.ts'
import { isOfAgent } from '../calendar/of-agent.ts'
import { overlaps, spanOfDays } from '../day.ts'
import type { Desk } from '../desk.ts'
import { appointmentsIn } from '../every-appointment.ts'
import { createListing } from '../listing.ts'
import { createResource } from '../resource.ts'

/** How often the hours are read again, because the stream does not contain their changes. */
const HOURS_MS = 60_000
export const DAYS = 7

/** Whose week is shown: supervisors choose an agent in the address, other people see their own. */
export function agentOfWeek({ me, is }: Pick<Desk, 'me' | 'is'>, query: URLSearchParams): string | undefined {
  const chosen = query.get('agent')
  if (chosen !== null && is('ROLE_SUPERVISOR', 'ROLE_CLIENT_SERVICE')) return chosen
  return is('ROLE_AGENT') ? me.userId : undefined
}

interface Options {
  agentId: string
  /** The first day of the week. */
  first: string
  isBusy: () => boolean
}

/** The appointments and the hours of an agent in a week. */
export function createWeek({ api, live, application, zone }: Desk, { agentId, first, isBusy }: Options) {
  const span = spanOfDays(first, DAYS, zone())
  const isShown = (one: Appointment) => isOfAgent(agentId, one) && overlaps(one, span)
  const times = createResource(async () => {
    const found = await api.calendars.times(application.value.id, [agentId], span)
    return found[0]
  })
  const listing = createListing({
    live,
    isBusy,
    read: async () => ({
      content: await appointmentsIn(
        api,
        { applicationId: application.value.id, agentId: [agentId], ...span },
        isShown,
      ),
    }),
    mayBelong: (one) => one.applicationId === application.value.id && isShown(one),
  })
  return {
    ...listing,
    times,
    /** Whether a listed appointment is still one of this agent and week. */
    isShown,
    load: () => Promise.all([listing.rows.load(), times.load()]).then(() => undefined),
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
