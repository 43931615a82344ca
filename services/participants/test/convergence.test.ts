import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppointmentsEvent } from '@appointments/contracts'
import { anAppointment, aCustomerRecord, aRoster, later, NOW, previousOf, eventOf } from './builders.ts'
import { runParticipants, type RunningParticipants } from './running-service.ts'

/* Events of an appointment lead to the same state in any order and with any duplicates. */

const customerChange = fc.record(
  {
    email: fc.constantFrom('a@example.com', 'b@example.com'),
    lastName: fc.constantFrom('Lovelace', 'King'),
    metadata: fc.dictionary(fc.constantFrom('x', 'y', 'z'), fc.constantFrom(1, 2, null)),
    clear: fc.uniqueArray(fc.constantFrom('phone' as const, 'firstName' as const, 'metadata' as const)),
  },
  { requiredKeys: ['clear'] },
)
const history = fc.record({
  interaction: fc.constantFrom('PENDING' as const, 'ACCEPTED' as const, 'FAILED' as const),
  changes: fc.array(
    fc.oneof(
      fc.record({ type: fc.constant('update' as const), change: customerChange }),
      fc.record({ type: fc.constantFrom('move' as const, 'open' as const, 'complete' as const) }),
    ),
    { minLength: 1, maxLength: 6 },
  ),
  end: fc.constantFrom('open' as const, 'cancelled' as const, 'removed' as const),
})
type History = typeof history extends fc.Arbitrary<infer T> ? T : never

/** The events of a history, oldest first, about the appointment with this id. */
function eventsOf(id: string, { interaction, changes, end }: History): AppointmentsEvent[] {
  const ada = aCustomerRecord({ id: `${id}/ada`, metadata: { x: 0 } })
  const roster = aRoster({
    customers: [ada],
    interaction: { customFields: {}, properties: { since: 'the start' }, state: interaction },
  })
  let now = anAppointment({ id })
  const events = [eventOf('APScheduledEvent', now, { roster, customers: [ada] })]
  for (const [index, step] of changes.entries()) {
    const before = now
    switch (step.type) {
      case 'update':
        now = later(now, { title: `title ${index}` })
        events.push(eventOf('APUpdatedEvent', now, { changed: [], customer: { ...step.change, id: ada.id } }))
        break
      case 'move':
        now = later(now, {
          start: `2027-02-0${index + 1}T09:00:00Z`,
          manageVersions: { [ada.id]: index + 2 },
        })
        events.push(eventOf('APRescheduledEvent', now, previousOf(before)))
        break
      case 'open': {
        const room = { url: 'https://r.example', expires: now.end, activatedAt: NOW.toISOString() }
        now = later(now, { state: 'ACTIVATED', room })
        events.push(eventOf('APActivatedEvent', now, { explicit: false }))
        break
      }
      case 'complete':
        now = later(now, { outcome: 'COMPLETED' })
        events.push(eventOf('APOutcomeEvent', now, { outcome: 'COMPLETED' }))
    }
  }
  if (end === 'cancelled')
    events.push(eventOf('APCancelledEvent', later(now, { state: 'CANCELLED', epoch: 2 }), { notify: true }))
  if (end === 'removed') events.push(eventOf('APRemovedEvent', later(now), {}))
  return events
}

describe('events out of order', () => {
  let service: RunningParticipants
  beforeAll(async () => {
    service = await runParticipants()
  })
  afterAll(() => service.stop())

  /** The final state of an appointment, without its id, its roster version and the hashes of its tickets. */
  const endOf = async (id: string) => {
    const { roster, tickets, ...rest } = await service.rowsOf(id)
    const end = {
      ...rest,
      roster: roster && { ...roster, version: 0 },
      tickets: tickets.map((ticket) => ({ ...ticket, hash: '' })),
    }
    return JSON.parse(JSON.stringify(end).replaceAll(id, 'it')) as unknown
  }

  it('lead to the same state as in order, with or without duplicates', { timeout: 120_000 }, async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(history, fc.infiniteStream(fc.nat()), async (one, numbers) => {
        const next = (): number => Number(numbers.next().value)
        run += 1
        const inOrder = eventsOf(`in-order-${run}`, one)
        await service.publish(...inOrder)

        const shuffled = eventsOf(`shuffled-${run}`, one)
          .flatMap((event) => (next() % 3 === 0 ? [event, event] : [event]))
          .map((event) => ({ event, place: next() }))
          .sort((a, b) => a.place - b.place)
          .map(({ event }) => event)
        await service.publish(...shuffled)
        expect(await endOf(`shuffled-${run}`)).toEqual(await endOf(`in-order-${run}`))
      }),
      { numRuns: 60 },
    )
  })
})
