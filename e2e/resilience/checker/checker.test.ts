import { daysAhead } from '@appointments/testing'
import { expect, it } from 'vitest'
import type { AppointmentSnapshot, RosterSnapshot } from '@appointments/contracts'
import type { Evidence, KeptHalves } from './evidence.ts'
import { check, MESSAGES } from './rules.ts'
import { APPLICATION } from '../load/applications.ts'
import { CONTENDED } from '../load/contended.ts'
import type { Entry } from '../load/journal.ts'
import { owners } from '../../src/service-names.ts'

const START = daysAhead(60)
const appointment = {
  id: 'a-1',
  title: 'one',
  start: START,
  state: 'SCHEDULED',
  version: 1,
} as AppointmentSnapshot
const roster = { version: 1, participants: [{ id: 'c-1', type: 'CUSTOMER' }] } as unknown as RosterSnapshot

const entry = (of: Partial<Entry> & Pick<Entry, 'operation'>): Entry => ({
  number: 1,
  at: 0,
  method: 'PUT',
  path: '/api/v2/appointments',
  expects: 'acceptance',
  tries: 1,
  outcome: { is: 'ok', status: 200, body: {} },
  ...of,
})
const booking = entry({
  operation: 'schedule',
  body: { title: 'one', start: START },
  outcome: { is: 'ok', status: 200, body: { id: 'a-1', participants: [{ id: 'c-1', type: 'CUSTOMER' }] } },
})

const halves = (): KeptHalves => ({ appointment: { ...appointment }, roster: structuredClone(roster) })
const everywhere = (id = 'a-1', half = halves) => ({
  appointments: new Map([[id, half()]]),
  participants: new Map([[id, half()]]),
  notifications: new Map([[id, half()]]),
})

/** The evidence of a run in which everything worked. */
const well = (): Evidence => ({
  journal: { entries: [booking], complaints: [] },
  kept: everywhere(),
  events: [{ service: 'appointments', type: 'APScheduledEvent', aggregateId: 'a-1', id: 'e-1' }],
  applied: {
    appointments: new Set(),
    participants: new Set(['e-1']),
    notifications: new Set(['e-1']),
    availability: new Set(),
  },
  notifications: [
    {
      id: 'n-1',
      appointmentId: 'a-1',
      eventId: 'e-1',
      type: 'CREATE',
      channel: 'EMAIL',
      recipient: 'c-1',
      offset: null,
      status: 'DELIVERED',
      providerIds: [],
      hadUnknownOutcome: false,
      wasInterrupted: false,
    },
  ],
  claims: { own: ['x of a-1'], copy: ['x of a-1'] },
  changes: [{ appointmentId: 'a-1', type: 'APScheduledEvent', version: 1, position: 7 }],
  followed: [{ appointmentId: 'a-1', type: 'APScheduledEvent', version: 1 }],
  overdue: [],
  isSteady: false,
  received: { mails: ['n-1'], webhooks: [], texts: [] },
})

it('finds nothing when everything worked', () => {
  expect(check(well())).toEqual([])
})

const withEntries = (evidence: Evidence, ...entries: Entry[]) => evidence.journal.entries.push(...entries)
const change = (operation: string, body: object) => entry({ operation, body, appointmentId: 'a-1' })
const told = (evidence: Evidence, type: string, id: string, aggregateId = 'a-1') => {
  evidence.events.push({ service: 'appointments', type, aggregateId, id })
  const [message] = MESSAGES[type] ?? []
  if (message !== undefined)
    evidence.notifications.push({
      ...evidence.notifications[0]!,
      id: `n-${id}`,
      eventId: id,
      type: message,
      status: 'CANCELLED',
    })
  for (const service of owners) evidence.applied[service] = new Set([...evidence.applied[service], id])
}

/** Moves the appointment to the application with a webhook endpoint and reminders. */
const atDefaultApplication = ({ kept, notifications }: Evidence) => {
  for (const one of Object.values(kept)) one.get('a-1')!.appointment!.applicationId = APPLICATION
  const [mail] = notifications
  notifications.push(
    { ...mail!, id: 'n-reminder', eventId: 'plan', type: 'REMINDER', status: 'INITIALIZED' },
    { ...mail!, id: 'n-webhook', channel: 'WEBHOOKS', recipient: 'endpoint', status: 'CANCELLED' },
  )
}

it('expects the last of two changes of a shared appointment, whose responses arrive in any order', () => {
  const evidence = well()
  const renamed = (title: string, shown: string) => ({
    ...change('update', { title }),
    isShared: true,
    outcome: { is: 'ok' as const, status: 200, body: { title: shown, version: 3 } },
  })
  // the response to the first change already shows the second one
  withEntries(evidence, renamed('second', 'second'), renamed('first', 'second'))
  for (const one of ['1', '2']) told(evidence, 'APUpdatedEvent', one)
  for (const one of Object.values(evidence.kept)) one.get('a-1')!.appointment!.title = 'second'
  expect(check(evidence)).toEqual([])
})

const broken: [string, string, (evidence: Evidence) => void][] = [
  [
    'an agent with two appointments at once',
    'no agent has two open appointments at once',
    ({ kept }) => {
      const busy = (id: string) => ({
        appointment: {
          ...appointment,
          id,
          title: id,
          applicationId: CONTENDED,
          end: '2027-06-01T08:30:00Z',
        },
        roster: { ...roster, participants: [{ id: 'x', type: 'AGENT' as const }] },
      })
      for (const id of ['a-2', 'a-3']) for (const one of Object.values(kept)) one.set(id, busy(id))
    },
  ],
  [
    'a booking that was lost',
    'every accepted write exists with its content',
    ({ kept }) => Object.values(kept).forEach((one) => one.clear()),
  ],
  [
    'a change of time that was lost',
    'every accepted write exists with its content',
    (evidence) => {
      withEntries(evidence, change('reschedule', { start: daysAhead(61) }))
      told(evidence, 'APRescheduledEvent', 'e-2')
    },
  ],
  [
    'a customer that was lost',
    'every accepted write exists with its content',
    (evidence) => {
      const added = { is: 'ok', status: 200, body: { id: 'c-2' } } as const
      withEntries(evidence, { ...change('addCustomer', {}), outcome: added })
      told(evidence, 'APParticipantAddedEvent', 'e-2')
    },
  ],
  [
    'an agent that was not added',
    'every accepted write exists with its content',
    ({ kept }) =>
      Object.values(kept).forEach((one) =>
        one.get('a-1')!.roster!.participants.push({ id: 'x', type: 'AGENT' }),
      ),
  ],
  [
    'a removed appointment that still exists',
    'every accepted write exists with its content',
    (evidence) => {
      withEntries(evidence, { ...change('remove', {}), method: 'DELETE' })
      told(evidence, 'APRemovedEvent', 'e-2')
    },
  ],
  [
    'two appointments of one booking',
    'there is one resource for each idempotency key',
    ({ kept }) =>
      Object.values(kept).forEach((one) =>
        one.set('a-2', { ...halves(), appointment: { ...appointment, id: 'a-2' } }),
      ),
  ],
  [
    'an appointment of a rejected booking',
    'a rejected write leaves no trace',
    (evidence) => {
      const rejected = { is: 'rejected', status: 400, body: {} } as const
      withEntries(evidence, { ...booking, body: { title: 'two', start: START }, outcome: rejected })
      Object.values(evidence.kept).forEach((one) =>
        one.set('a-2', { ...halves(), appointment: { ...appointment, id: 'a-2', title: 'two' } }),
      )
    },
  ],
  ['a change without an event', 'there is one event for each change', (evidence) => (evidence.events = [])],
  [
    'a change with two events',
    'there is one event for each change',
    (evidence) => {
      withEntries(evidence, change('update', { title: 'one' }))
      for (const id of ['e-2', 'e-3']) told(evidence, 'APUpdatedEvent', id)
    },
  ],
  [
    'an event that a service has not applied',
    'every event is applied in every service',
    ({ applied }) => (applied.notifications = new Set()),
  ],
  [
    'a change without a position',
    'every change is in the feed, in the order in which it was made',
    ({ changes }) => (changes[0]!.position = null),
  ],
  [
    'changes of an appointment in the wrong order',
    'every change is in the feed, in the order in which it was made',
    (evidence) => {
      const later = { appointmentId: 'a-1', type: 'APUpdatedEvent', version: 2 }
      evidence.changes.push({ ...later, position: 6 })
      evidence.followed = [...evidence.followed!, later]
    },
  ],
  [
    'a change that is missing in the stream',
    'a reader of the stream gets each change once',
    (evidence) => (evidence.followed = []),
  ],
  [
    'a change that the stream sent twice',
    'a reader of the stream gets each change once',
    (evidence) => (evidence.followed = [...evidence.followed!, ...evidence.followed!]),
  ],
  [
    'a copy of an appointment that differs',
    'projections equal their owner',
    ({ kept }) => (kept.notifications.get('a-1')!.appointment!.title = 'other'),
  ],
  [
    'a copy of a roster that differs',
    'projections equal their owner',
    ({ kept }) => (kept.appointments.get('a-1')!.roster!.version = 7),
  ],
  [
    'a claim that availability has not seen',
    'availability has a copy of every claim, and no other',
    ({ claims }) => claims.own.push('y of a-2'),
  ],
  [
    'a claim that availability has not freed',
    'availability has a copy of every claim, and no other',
    ({ claims }) => claims.copy.push('y of a-2'),
  ],
  [
    'a notification recorded twice',
    'there is one notification for each event, recipient and channel',
    ({ notifications }) => notifications.push({ ...notifications[0]!, id: 'n-2', status: 'CANCELLED' }),
  ],
  [
    'a booking without a notification',
    'there is one notification for each event, recipient and channel',
    (evidence) => (evidence.notifications = []),
  ],
  [
    'a customer without a reminder',
    'every customer of an open appointment gets a reminder',
    (evidence) => {
      atDefaultApplication(evidence)
      evidence.notifications.splice(1, 1)
    },
  ],
  [
    'an attempt that was abandoned while its sender ran',
    'no attempt to send is abandoned while its sender runs',
    (evidence) => {
      evidence.isSteady = true
      evidence.notifications[0]!.wasInterrupted = true
    },
  ],
  [
    'a mail that arrived twice',
    'there is one notification for each event, recipient and channel',
    ({ received }) => received.mails.push('n-1'),
  ],
  [
    'a mail that never arrived',
    'there is one notification for each event, recipient and channel',
    ({ received }) => (received.mails = []),
  ],
  [
    'an SMS that arrived twice',
    'there is one notification for each event, recipient and channel',
    ({ notifications, received }) => {
      notifications.push({ ...notifications[0]!, id: 'n-2', channel: 'SMS' })
      received.texts = ['n-2', 'n-2']
    },
  ],
  [
    'an SMS that never arrived',
    'there is one notification for each event, recipient and channel',
    ({ notifications }) => notifications.push({ ...notifications[0]!, id: 'n-2', channel: 'SMS' }),
  ],
  [
    'an event that waits to be published',
    'nothing stays leased or queued past its limit',
    ({ overdue }) => overdue.push({ service: 'appointments', what: 'event to publish', id: 'e-9' }),
  ],
  [
    'a request without a response',
    'every retried request gets a response',
    (evidence) => withEntries(evidence, { ...change('cancel', {}), outcome: { is: 'unknown' } }),
  ],
  [
    'a response that is incorrect',
    'every response is correct and on time',
    ({ journal }) => journal.complaints.push({ rule: 'leak', about: 'a stack', at: 0 }),
  ],
]

it.each(broken)('finds %s', (_what, rule, breakIt) => {
  const evidence = well()
  breakIt(evidence)
  expect(new Set(check(evidence).map((violation) => violation.rule))).toEqual(new Set([rule]))
})

it.each(Object.entries(MESSAGES))(
  'finds a lost message of %s over each of its channels',
  (type, [message]) => {
    const lost = (channel: string) => {
      const evidence = well()
      atDefaultApplication(evidence)
      told(evidence, type, 'e-2')
      const [mail] = evidence.notifications.slice(-1)
      evidence.notifications.push({ ...mail!, id: 'n-2-webhook', channel: 'WEBHOOKS', recipient: 'endpoint' })
      evidence.notifications = evidence.notifications.filter(
        (one) => one.eventId !== 'e-2' || one.channel !== channel,
      )
      return check(evidence).filter(({ about }) => about.startsWith(`no ${message} is sent over ${channel}`))
    }
    expect(lost('WEBHOOKS')).toHaveLength(1)
    expect(lost('SMS')).toEqual([])
  },
)

it('accepts a repeated mail if the outcome of its first attempt is unknown', () => {
  const evidence = well()
  evidence.notifications[0]!.hadUnknownOutcome = true
  evidence.received.mails.push('n-1')
  expect(check(evidence)).toEqual([])
})
