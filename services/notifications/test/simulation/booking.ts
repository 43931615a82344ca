import { isDeepStrictEqual } from 'node:util'
import type {
  Application,
  AppointmentsEvent,
  AppointmentSnapshot,
  CustomerRecord,
  EventData,
  EventType,
  RosterSnapshot,
} from '@appointments/contracts'
import { AGENT, aCustomer, anAppointment, aRoster, participantOf, eventOf } from '../builders.ts'
import type { Random } from './random.ts'

/** An appointment as its owning services store it; every change returns the event they publish. */
export interface Booking {
  appointment: AppointmentSnapshot
  roster: RosterSnapshot
  customers: Map<string, CustomerRecord>
  /** The application's current settings, read at the time of each decision. */
  application: () => Application
}

export interface Times {
  start: number
  end: number
  timezone: string
}

const fields = ({ start, end, timezone }: Times) => ({
  start: new Date(start).toISOString(),
  end: new Date(end).toISOString(),
  duration: `PT${(end - start) / 60_000}M`,
  timezone,
})

const isOpen = ({ appointment: { state } }: Booking): boolean =>
  state === 'SCHEDULED' || state === 'ACTIVATED'

/** Like {@link eventOf}, with an id derived from the seed. */
function seededEvent<Type extends EventType>(
  random: Random,
  type: Type,
  data: Omit<EventData<Type>, 'actor'>,
  now: Date,
): AppointmentsEvent {
  const event = eventOf(type, data, now) as AppointmentsEvent
  return { ...event, id: `evt-${random.id()}` }
}

function someCustomer(random: Random): CustomerRecord {
  const { id: _, email: __, phone: ___, ...named } = aCustomer()
  return {
    ...named,
    id: `customer-${random.id()}`,
    ...(random.in(0.85) && { email: `c-${random.id()}@example.com` }),
    ...(random.in(0.7) && { phone: `+4930${random.whole(100_000, 999_999)}` }),
  }
}

/** Books an appointment for one to three customers. */
export function book(
  random: Random,
  id: string,
  application: () => Application,
  times: Times,
  now: Date,
): { booking: Booking; event: AppointmentsEvent } {
  const customers = Array.from({ length: random.whole(1, 3) }, () => someCustomer(random))
  const appointment = anAppointment(application(), {
    id,
    ...fields(times),
    locale: random.one(['en-GB', 'de-DE', 'fr']),
    notificationsActive: random.in(0.97),
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  })
  const roster = aRoster(customers)
  const booking = {
    appointment,
    roster,
    customers: new Map(customers.map((customer) => [customer.id, customer])),
    application,
  }
  return { booking, event: seededEvent(random, 'APScheduledEvent', { appointment, roster, customers }, now) }
}

/** The events of changes of a booking; undefined if the change does not apply. */
export const changes = {
  reschedule(booking: Booking, random: Random, now: Date, times: Times) {
    if (!isOpen(booking)) return undefined
    const { start, end, duration, timezone } = booking.appointment
    const appointment = revise(booking, now, fields(times))
    return seededEvent(
      random,
      'APRescheduledEvent',
      { appointment, previous: { start, end, duration, timezone } },
      now,
    )
  },
  update(booking: Booking, random: Random, now: Date) {
    if (!isOpen(booking)) return undefined
    const changed = random.one([['title'], ['notes'], ['metadata']])
    const appointment = revise(booking, now, {
      [changed[0] as string]: changed[0] === 'metadata' ? {} : random.id(),
    })
    return seededEvent(random, 'APUpdatedEvent', { appointment, changed }, now)
  },
  activate(booking: Booking, random: Random, now: Date) {
    if (booking.appointment.state !== 'SCHEDULED') return undefined
    const expires = new Date(Math.max(Date.parse(booking.appointment.end), now.getTime()) + 4 * 3_600_000)
    const room = {
      url: 'https://rooms.example/room',
      expires: expires.toISOString(),
      activatedAt: now.toISOString(),
    }
    const appointment = revise(booking, now, { state: 'ACTIVATED', room })
    return seededEvent(random, 'APActivatedEvent', { appointment, explicit: random.in(0.5) }, now)
  },
  cancel(booking: Booking, random: Random, now: Date) {
    if (!isOpen(booking)) return undefined
    const appointment = revise(booking, now, { state: 'CANCELLED', cancellation: { at: now.toISOString() } })
    return random.in(0.3)
      ? seededEvent(random, 'APDeletedEvent', { appointment }, now)
      : seededEvent(random, 'APCancelledEvent', { appointment, notify: random.in(0.8) }, now)
  },
  remove(booking: Booking, random: Random, now: Date) {
    const appointment = revise(booking, now, {})
    return seededEvent(random, 'APRemovedEvent', { appointment }, now)
  },
  outcome(booking: Booking, random: Random, now: Date, outcome: AppointmentSnapshot['outcome']) {
    if (!isOpen(booking)) return undefined
    const appointment = revise(booking, now, {})
    delete appointment.outcome
    if (outcome) appointment.outcome = outcome
    return seededEvent(random, 'APOutcomeEvent', { appointment, ...(outcome && { outcome }) }, now)
  },
  addCustomer(booking: Booking, random: Random, now: Date) {
    if (!isOpen(booking)) return undefined
    const customer = someCustomer(random)
    booking.customers.set(customer.id, customer)
    const participants = [...booking.roster.participants, participantOf(customer)]
    return ofRoster(
      booking,
      random,
      now,
      'APParticipantAddedEvent',
      { participants },
      {
        participantId: customer.id,
        customer,
      },
    )
  },
  removeCustomer(booking: Booking, random: Random, now: Date) {
    const known = booking.roster.participants.filter(({ type }) => type === 'CUSTOMER')
    if (!isOpen(booking) || known.length === 0) return undefined
    const { id } = random.one(known)
    booking.customers.delete(id)
    const participants = booking.roster.participants.filter((other) => other.id !== id)
    const gone = { participantId: id, participantType: 'CUSTOMER' as const }
    return ofRoster(booking, random, now, 'APParticipantRemovedEvent', { participants }, gone)
  },
  changeContact(booking: Booking, random: Random, now: Date) {
    if (!isOpen(booking) || booking.customers.size === 0) return undefined
    const before = random.one([...booking.customers.values()])
    const isCleared = random.in(0.3)
    const set = {
      ...(!isCleared && { email: `c-${random.id()}@example.com` }),
      ...(random.in(0.3) && { phone: `+4930${random.whole(100_000, 999_999)}` }),
    }
    const customer = { ...before, ...set }
    if (isCleared) delete customer.email
    const patch = { id: customer.id, ...set, clear: isCleared ? ['email' as const] : [] }
    const changed = random.in(0.5) ? ['customer'] : ['title', 'customer']
    const appointment = revise(booking, now, changed.includes('title') ? { title: random.id() } : {})
    const update = seededEvent(random, 'APUpdatedEvent', { appointment, changed, customer: patch }, now)
    if (isDeepStrictEqual(customer, before)) return update
    booking.customers.set(customer.id, customer)
    const participants = booking.roster.participants.map((other) =>
      other.id === customer.id ? participantOf(customer) : other,
    )
    return [
      update,
      ofRoster(booking, random, now, 'APParticipantUpdatedEvent', { participants }, { customer, changed }),
    ]
  },
  reassign(booking: Booking, random: Random, now: Date) {
    if (!isOpen(booking)) return undefined
    const organizerId = `agent-${random.whole(1, 9)}`
    return ofRoster(
      booking,
      random,
      now,
      'APReassignedEvent',
      { organizerId },
      { previousOrganizerId: AGENT.id },
    )
  },
  presence(booking: Booking, random: Random, now: Date) {
    const present = booking.roster.participants[0]
    if (!isOpen(booking) || !present) return undefined
    const state = random.one(['WAITING', 'JOINED', 'LEFT'] as const)
    return ofRoster(
      booking,
      random,
      now,
      'APParticipantStateChangedEvent',
      {},
      { participantId: present.id, state },
    )
  },
}
export type Change = keyof typeof changes

function revise(booking: Booking, now: Date, changed: Partial<AppointmentSnapshot>): AppointmentSnapshot {
  const { appointment } = booking
  booking.appointment = {
    ...appointment,
    ...changed,
    applicationVersion: booking.application().version,
    version: appointment.version + 1,
    updatedAt: now.toISOString(),
  }
  return structuredClone(booking.appointment)
}

type RosterEvent = Extract<EventType, `APParticipant${string}` | 'APReassignedEvent'>

function ofRoster(
  booking: Booking,
  random: Random,
  now: Date,
  type: RosterEvent,
  changed: Partial<RosterSnapshot>,
  about: object,
): AppointmentsEvent {
  booking.roster = { ...booking.roster, ...changed, version: booking.roster.version + 1 }
  const { id: appointmentId } = booking.appointment
  const whole = { appointmentId, roster: structuredClone(booking.roster), ...about }
  return seededEvent(random, type, whole as unknown as Omit<EventData<RosterEvent>, 'actor'>, now)
}
