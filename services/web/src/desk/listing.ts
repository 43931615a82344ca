import { signal, type ReadonlySignal } from '@preact/signals'
import type { Appointment, Change, Page } from './api/shapes.ts'
import type { Live } from './live/live.ts'
import type { News } from './live/news.ts'
import { createResource, type Resource } from './resource.ts'

/** How long changes are collected before the list is loaded again. */
const GATHER_MS = 300

/** Appointments on the screen, which follow the changes of others. */
export interface Listing {
  rows: Resource<Page<Appointment>>
  /** The number of new rows that are held back until the person asks for them. */
  fresh: ReadonlySignal<number>
  showFresh: () => void
  /** @returns a function that stops following */
  follow: () => () => void
}

interface Options {
  live: Live
  read: () => Promise<Page<Appointment>>
  /** Whether a changed appointment that is not listed may belong to the list. */
  mayBelong: (appointment: Appointment) => boolean
  /** Whether the person is working in the list, so that no row may be inserted. */
  isBusy: () => boolean
  /** Each change that the list has applied. */
  onChange?: (change: Change) => void
}

/** The newer state of an appointment. Changes have no names of customers, so the known ones stay. */
export function merged(before: Appointment, after: Appointment): Appointment {
  if (after.version < before.version) return before
  return {
    ...after,
    participants: after.participants.map((one) => ({
      ...before.participants.find(({ id }) => id === one.id),
      ...one,
    })),
  }
}

export function createListing({ live, read, mayBelong, isBusy, onChange }: Options): Listing {
  const fresh = signal(0)
  let held: Page<Appointment> | undefined
  /** Whether the next read follows a change of another person. */
  let isInBackground = false
  const rows: Resource<Page<Appointment>> = createResource(async () => {
    const mayHold = isInBackground
    isInBackground = false
    const page = await read()
    const shown = rows.known.peek().value
    const isNew = ({ id }: Appointment) => !shown?.content.some((one) => one.id === id)
    const added = page.content.filter(isNew).length
    if (!mayHold || !shown || added === 0 || !isBusy()) {
      held = undefined
      fresh.value = 0
      return page
    }
    held = page
    fresh.value = added
    const current = (one: Appointment) => page.content.find(({ id }) => id === one.id) ?? one
    return { ...shown, content: shown.content.map(current) }
  })
  let gathering: ReturnType<typeof setTimeout> | undefined
  const readSoon = () => {
    gathering ??= setTimeout(() => {
      gathering = undefined
      isInBackground = true
      void rows.load()
    }, GATHER_MS)
  }

  function apply(change: Change): void {
    const page = rows.known.peek().value
    if (!page) return
    const { appointmentId, inScope, appointment } = change
    const known = page.content.find(({ id }) => id === appointmentId)
    if (known && (!inScope || !appointment))
      rows.set({ ...page, content: page.content.filter((one) => one !== known) })
    else if (known && appointment) {
      const content = page.content.map((one) => (one === known ? merged(known, appointment) : one))
      rows.set({ ...page, content })
    } else if (appointment && mayBelong(appointment)) readSoon()
    onChange?.(change)
  }
  const take = (news: News) => {
    if (news.kind === 'change') apply(news.change)
    else readSoon()
  }
  return {
    rows,
    fresh,
    showFresh() {
      if (held) rows.set(held)
      held = undefined
      fresh.value = 0
    },
    follow() {
      const end = live.listen(take)
      return () => {
        end()
        clearTimeout(gathering)
      }
    },
  }
}
