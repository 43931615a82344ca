import { computed, type ReadonlySignal } from '@preact/signals'
import type { Appointment, Change, Page } from './api/shapes.ts'
import type { Live } from './live/live.ts'
import type { News } from './live/news.ts'
import { createResource, type Resource } from './resource.ts'

/** How long changes are collected before the list is loaded again. */
const GATHER_MS = 300

interface Listed extends Page<Appointment> {
  /** The number of new rows that are held back. */
  fresh: number
}

/** Appointments on the screen, which follow the changes of others. */
export interface Listing {
  rows: Resource<Listed>
  /** The number of new rows that are held back until the person asks for them. */
  fresh: ReadonlySignal<number>
  showFresh: () => Promise<void>
  /** @returns a function that stops following */
  follow: () => () => void
}

interface Options {
  live: Pick<Live, 'listen'>
  read: () => Promise<Page<Appointment>>
  /** Whether a changed appointment that is not listed may belong to the list. */
  mayBelong: (appointment: Appointment) => boolean
  /** Whether a row is shown at the moment; by default all are. */
  isShown?: (appointment: Appointment) => boolean
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
    participants: after.participants.map((one) => {
      // the presence is absent if it was cleared, so it must not be kept
      const { displayName } = before.participants.find(({ id }) => id === one.id) ?? {}
      return { ...(displayName !== undefined && { displayName }), ...one }
    }),
  }
}

/** A page after a change. An appointment that the person may not see any more leaves it; none is added. */
function changed(page: Listed, { appointmentId, inScope, appointment }: Change): Listed {
  const content = page.content.flatMap((one) => {
    if (one.id !== appointmentId) return [one]
    return inScope && appointment ? [merged(one, appointment)] : []
  })
  return { ...page, content }
}

export function createListing(options: Options): Listing {
  const { live, read, mayBelong, isShown = () => true, isBusy, onChange } = options
  /** Whether the next read follows a change of another person. */
  let isInBackground = false
  const rows: Resource<Listed> = createResource(async () => {
    const mayHold = isInBackground
    isInBackground = false
    const found = await read()
    const shown = rows.known.peek().value
    // a search may return an older state than the stream has already shown
    const newest = (one: Appointment) => {
      const known = shown?.content.find(({ id }) => id === one.id)
      return known && known.version > one.version ? known : one
    }
    const page = { ...found, content: found.content.map(newest) }
    const isNew = (one: Appointment) => isShown(one) && !shown?.content.some(({ id }) => id === one.id)
    const fresh = page.content.filter(isNew).length
    if (!mayHold || !shown || fresh === 0 || !isBusy()) return { ...page, fresh: 0 }
    const current = (one: Appointment) => page.content.find(({ id }) => id === one.id) ?? one
    return { ...shown, content: shown.content.map(current), fresh }
  })
  let gathering: ReturnType<typeof setTimeout> | undefined
  const readSoon = () => {
    gathering ??= setTimeout(() => {
      gathering = undefined
      // a read that a later one overtakes shows nothing, so the next read waits: changes may come faster than reads end
      if (rows.known.peek().isLoading) {
        readSoon()
        return
      }
      isInBackground = true
      void rows.load()
    }, GATHER_MS)
  }

  function apply(change: Change): void {
    const { appointmentId, appointment } = change
    const isListed = rows.known.peek().value?.content.some(({ id }) => id === appointmentId) === true
    rows.update((page) => changed(page, change))
    if (!isListed && appointment && mayBelong(appointment)) readSoon()
    onChange?.(change)
  }
  const take = (news: News) => {
    if (news.kind === 'change') apply(news.change)
    else readSoon()
  }
  return {
    rows,
    fresh: computed(() => rows.known.value.value?.fresh ?? 0),
    showFresh: () => rows.load(),
    follow() {
      const end = live.listen(take)
      return () => {
        end()
        clearTimeout(gathering)
      }
    },
  }
}
