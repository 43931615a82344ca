import { signal } from '@preact/signals'
import type { Appointment, Change, Page } from '../api/shapes.ts'
import { overlaps, spanOfDays } from '../day.ts'
import type { Desk } from '../desk.ts'
import { appointmentsIn } from '../every-appointment.ts'
import { createListing } from '../listing.ts'
import { waitingIn } from '../people.ts'
import { groupOf, SOON_MS, type WaitingSince } from './groups.ts'

/** The appointments of a day, which is today. */
export function createToday({ api, live, application, zone }: Desk, day: string, isBusy: () => boolean) {
  const since = signal<WaitingSince>(new Map())
  const noteWaiting = (participantId: string, at: number) => {
    since.value = new Map(since.peek()).set(participantId, at)
  }
  const span = spanOfDays(day, 1, zone())
  /** The day, extended by the time within which a start counts as next. */
  const around = { ...span, to: new Date(Date.parse(span.to) + SOON_MS).toISOString() }
  const isShown = (one: Appointment) =>
    overlaps(one, span) || ['now', 'next'].includes(groupOf(one, Date.now()))
  /** An appointment that starts after midnight is listed from the beginning, and shown as soon as it is next. */
  const isListed = (one: Appointment) => overlaps(one, around) || isShown(one)

  async function read(): Promise<Page<Appointment>> {
    const applicationId = application.value.id
    const content = await appointmentsIn(api, { applicationId, ...around }, isListed)
    void readWaiting(content)
    return { content }
  }
  /** The appointment says that a customer is waiting, but only its timeline says since when. */
  async function readWaiting(appointments: readonly Appointment[]): Promise<void> {
    const unknown = appointments.filter((one) => waitingIn(one).some(({ id }) => !since.peek().has(id)))
    for (const one of unknown) {
      const { content } = await api.timeline(one.id).catch(() => ({ content: [] }))
      for (const { id } of waitingIn(one)) {
        const began = content.find(({ changed }) =>
          changed.some(({ participantId, to }) => participantId === id && to === 'WAITING'),
        )
        if (began) noteWaiting(id, Date.parse(began.at))
      }
    }
  }
  const listing = createListing({
    live,
    read,
    isBusy,
    isShown,
    mayBelong: (one) => one.applicationId === application.value.id && isListed(one),
    onChange: ({ at, changed }: Change) => {
      for (const { participantId, to } of changed)
        if (participantId !== undefined && to === 'WAITING') noteWaiting(participantId, Date.parse(at))
    },
  })
  return {
    ...listing,
    since,
    /** Whether a listed appointment is one of this day, waits or talks now, or starts soon. */
    isShown,
  }
}
