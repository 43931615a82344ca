import { expect, it, onTestFinished, vi } from 'vitest'
import type { Appointment, Change, Page } from './api/shapes.ts'
import { createListing } from './listing.ts'
import type { News } from './live/news.ts'

const GATHER_MS = 300

const appointment = (id: string, version = 1, notes = ''): Appointment => ({
  id,
  version,
  notes,
  applicationId: 'bank',
  start: '2027-01-13T09:00:00Z',
  end: '2027-01-13T09:30:00Z',
  duration: 'PT30M',
  timezone: 'UTC',
  locale: 'en',
  state: 'SCHEDULED',
  notificationsActive: true,
  participants: [],
  place: { channel: 'VIDEO' },
  metadata: {},
  interaction: { state: 'PENDING', properties: {} },
})

/** A list whose reads take as long as the test wants. */
function open(isShown?: (one: Appointment) => boolean) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const reads: ((content: Appointment[]) => Promise<void>)[] = []
  const listeners: ((news: News) => void)[] = []
  let isBusy = false
  const listing = createListing({
    live: {
      listen(listener) {
        listeners.push(listener)
        return () => {}
      },
    },
    read: () =>
      new Promise<Page<Appointment>>((resolve) => {
        reads.push(async (content) => {
          resolve({ content })
          await vi.advanceTimersByTimeAsync(0)
        })
      }),
    mayBelong: () => true,
    isBusy: () => isBusy,
    ...(isShown && { isShown }),
  })
  listing.follow()
  void listing.rows.load()
  return {
    listing,
    /** Ends the read that began last. */
    respond: (...content: Appointment[]) => reads.at(-1)?.(content),
    reads: () => reads.length,
    work: () => (isBusy = true),
    shown: () => listing.rows.known.value.value?.content.map(({ id, notes }) => `${id} ${notes}`.trim()),
    receive: (after: Appointment, change: Partial<Change> = {}) => {
      const { id: appointmentId, version } = after
      const all: Change = {
        type: 'APUpdatedEvent',
        at: new Date().toISOString(),
        changed: [],
        inScope: true,
        appointmentId,
        version,
        appointment: after,
        ...change,
      }
      for (const listener of listeners) listener({ kind: 'change', change: all })
      return vi.advanceTimersByTimeAsync(GATHER_MS)
    },
  }
}

it('applies a change to a page that was read before the change', async () => {
  const { listing, respond, receive, shown } = open()
  await respond(appointment('ada'), appointment('ben'))
  void listing.rows.load()
  await receive(appointment('ada', 2, 'changed'))
  expect(shown()).toEqual(['ada changed', 'ben'])
  await receive(appointment('ben', 2), { inScope: false })
  await respond(appointment('ada'), appointment('ben'), appointment('eve'))
  expect(shown()).toEqual(['ada changed', 'eve'])
  expect(listing.rows.known.value.isLoading).toBe(false)
})

it('notices a new appointment during the first read', async () => {
  const { respond, receive, reads, shown } = open()
  await receive(appointment('ada'))
  await receive(appointment('ben'))
  expect(reads()).toBe(1)
  await respond()
  expect(shown()).toEqual([])
  await vi.advanceTimersByTimeAsync(GATHER_MS)
  expect(reads()).toBe(2)
  await respond(appointment('ada'), appointment('ben'))
  expect(shown()).toEqual(['ada', 'ben'])
})

it('holds new rows back while the person works in the list, and then shows their present state', async () => {
  const { listing, respond, receive, work, shown } = open()
  await respond(appointment('ada'))
  work()
  await receive(appointment('ben'))
  await respond(appointment('ada'), appointment('ben'))
  expect([shown(), listing.fresh.value]).toEqual([['ada'], 1])
  await receive(appointment('ada', 2, 'waits'))
  void listing.showFresh()
  await respond(appointment('ada', 2, 'waits'), appointment('ben'))
  expect([shown(), listing.fresh.value]).toEqual([['ada waits', 'ben'], 0])
})

it('does not announce new rows that are not shown', async () => {
  const { listing, respond, receive, work, shown } = open(({ id }) => id !== 'eve')
  await respond(appointment('ada'))
  work()
  await receive(appointment('eve'))
  await respond(appointment('ada'), appointment('eve'))
  expect([shown(), listing.fresh.value]).toEqual([['ada', 'eve'], 0])
  await receive(appointment('ben'))
  await respond(appointment('ada'), appointment('eve'), appointment('ben'))
  expect([shown(), listing.fresh.value]).toEqual([['ada', 'eve'], 1])
})

it('forgets the presence that a move has cleared, and keeps the name of the customer', async () => {
  const { listing, respond, receive } = open()
  const customer = { id: 'c-1', type: 'CUSTOMER' as const, displayName: 'Ada Lovelace' }
  await respond({ ...appointment('ada'), participants: [{ ...customer, state: 'WAITING' }] })
  await receive({ ...appointment('ada', 2), participants: [{ id: 'c-1', type: 'CUSTOMER' }] })
  expect(listing.rows.known.value.value?.content[0]?.participants).toEqual([customer])
})

it('keeps a change that the search does not have yet', async () => {
  const { listing, respond, receive, shown } = open()
  await respond(appointment('ada'))
  await receive(appointment('ada', 2, 'changed'))
  void listing.rows.load()
  await respond(appointment('ada'), appointment('ben'))
  expect(shown()).toEqual(['ada changed', 'ben'])
})
