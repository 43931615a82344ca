import { signal } from '@preact/signals'
import type { Appointment } from '../api/shapes.ts'
import type { Affected } from '../calendar/calendars-api.ts'
import type { Desk } from '../desk.ts'
import { everyAppointment } from '../every-appointment.ts'
import { createListing, merged } from '../listing.ts'
import { isOpen } from '../standing.ts'

/** The state of an affected appointment, compared with its state when the absence was added. */
export type Became = 'kept' | 'reassigned' | 'moved' | 'unassigned' | 'cancelled' | 'over'

/** Compares an appointment with its state when the absence was added. */
export function becameOf({ agentId, start }: Pick<Affected, 'agentId' | 'start'>, now: Appointment): Became {
  if (now.state === 'CANCELLED') return 'cancelled'
  if (!isOpen(now)) return 'over'
  if (now.organizer === undefined) return 'unassigned'
  if (now.organizer.id !== agentId) return 'reassigned'
  return Date.parse(now.start) === Date.parse(start) ? 'kept' : 'moved'
}

/** The appointments that an absence affects. One that has been reassigned, moved or cancelled stays on the page. */
export function createAffected({ api, live }: Desk, exceptionId: string) {
  const affected = signal<readonly Affected[]>([])
  /** Whether the response leaves out some appointments. */
  const isMore = signal(false)
  const listing = createListing({
    live,
    // new rows go to the end, so that nothing on the screen moves
    isBusy: () => false,
    mayBelong: () => false,
    read: async () => {
      const found = await api.calendars.affected(exceptionId)
      const isNew = ({ appointmentId }: Affected) =>
        !affected.peek().some((one) => one.appointmentId === appointmentId)
      // a reservation gets another agent automatically
      const added = found.content.filter((one) => one.kind === 'ASSIGNED' && isNew(one))
      affected.value = [...affected.peek(), ...added]
      isMore.value = found.total > found.content.length
      return { content: await read(affected.peek()) }
    },
  })
  const known = (id: string) => listing.rows.known.peek().value?.content.find((one) => one.id === id)

  /** The appointments of each application, with the names of their customers. */
  async function read(wanted: readonly Affected[]): Promise<Appointment[]> {
    const applications = [...new Set(wanted.map(({ applicationId }) => applicationId))]
    const found = await Promise.all(
      applications.map((applicationId) => {
        const some = wanted.filter((one) => one.applicationId === applicationId)
        const starts = some.map(({ start }) => Date.parse(start))
        return everyAppointment(api, {
          applicationId,
          agentId: [...new Set(some.map(({ agentId }) => agentId))],
          from: new Date(Math.min(...starts)).toISOString(),
          to: new Date(Math.max(...starts) + 1).toISOString(),
          sort: 'start',
        })
      }),
    )
    const current = new Map(found.flat().map((one) => [one.id, one]))
    const rows = await Promise.all(
      wanted.map(async ({ appointmentId: id }) => current.get(id) ?? (await readOne(id))),
    )
    return rows.filter((one) => one !== undefined)
  }
  /** Reads an appointment that has another agent or time. If it cannot be read, it stays as it was. */
  async function readOne(id: string): Promise<Appointment | undefined> {
    const before = known(id)
    const after = await api.appointment(id).catch(() => undefined)
    return before && after ? merged(before, after) : (after ?? before)
  }
  return {
    ...listing,
    affected,
    isMore,
    /** Shows an appointment after a change. */
    show(after: Appointment) {
      listing.rows.update((page) => ({
        ...page,
        content: page.content.map((one) => (one.id === after.id ? merged(one, after) : one)),
      }))
    },
  }
}
