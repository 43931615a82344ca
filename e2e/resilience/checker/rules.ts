import { isDeepStrictEqual } from 'node:util'
import type { Evidence, FedChange, RecordedNotification, Violation } from './evidence.ts'
import { expectedOf, toldByRequests, type Expected } from './expected.ts'
import { keepers } from '../../src/service-names.ts'
import { APPLICATION, PLANNED } from '../load/applications.ts'
import { CONTENDED } from '../load/contended.ts'
import { stillNeeded, subscribersOf } from '../../src/applied-events.ts'

/** One rule that must hold after any fault has healed (docs/faults.md#what-must-hold). */
type Rule = (evidence: Evidence) => Omit<Violation, 'rule'>[]

const lost = (about: string) => ({ kind: 'lost', about }) as const
const doubled = (about: string) => ({ kind: 'doubled', about }) as const
const wrong = (about: string) => ({ kind: 'wrong', about }) as const

/** The message type that each event causes, and whether customers also receive it by mail. */
export const MESSAGES: Record<string, [type: string, byMail?: boolean]> = {
  APScheduledEvent: ['CREATE', true],
  APUpdatedEvent: ['UPDATE', true],
  APRescheduledEvent: ['RESCHEDULE', true],
  APActivatedEvent: ['ROOM', true],
  APCancelledEvent: ['CANCELLED', true],
  APReassignedEvent: ['REASSIGN'],
  APParticipantAddedEvent: ['PARTICIPANT_ADDED'],
  APParticipantRemovedEvent: ['PARTICIPANT_REMOVED'],
  APParticipantStateChangedEvent: ['PARTICIPANT_UPDATED'],
}

const sameInstant = (one: string, other: string) => Date.parse(one) === Date.parse(other)

function differencesOf(expected: Expected, { kept }: Evidence): string[] {
  const halves = kept.appointments.get(expected.id)
  if (expected.isRemoved) return halves?.appointment ? ['still exists'] : []
  if (!halves?.appointment || !halves.roster) return ['does not exist']
  const { appointment, roster } = halves
  const present = new Set(roster.participants.map(({ id }) => id))
  const missing = [...expected.customers, ...expected.agents].filter((id) => !present.has(id))
  const extra = roster.participants.filter(
    ({ id, type }) =>
      !(type === 'CUSTOMER' ? expected.customers : expected.agents).has(id) && id !== roster.organizerId,
  )
  return [
    ...(sameInstant(appointment.start, expected.start)
      ? []
      : [`starts ${appointment.start}, not ${expected.start}`]),
    ...(appointment.title === expected.title
      ? []
      : [`is called ${appointment.title ?? ''}, not ${expected.title}`]),
    ...((appointment.state === 'CANCELLED') === expected.isCancelled ? [] : [`is ${appointment.state}`]),
    ...missing.map((id) => `lacks ${id}`),
    ...extra.map(({ id }) => `has ${id}`),
  ]
}

/** The applications that reject double booking. */
const REJECTING = [CONTENDED, PLANNED]

/** Every rule by its text. */
export const rules: Record<string, Rule> = {
  'every accepted write exists with its content': (evidence) =>
    [...expectedOf(evidence.journal).values()]
      .filter(({ isCertain }) => isCertain)
      .flatMap((expected) => differencesOf(expected, evidence).map((text) => lost(`${expected.id} ${text}`))),

  'there is one resource for each idempotency key': ({ journal, kept }) => {
    const ids = new Map<string, string[]>()
    for (const [id, { appointment }] of kept.appointments)
      if (appointment?.title !== undefined)
        ids.set(appointment.title, [...(ids.get(appointment.title) ?? []), id])
    return journal.entries
      .filter(({ operation }) => operation === 'schedule')
      .flatMap(({ body }) => {
        const { title } = body as { title: string }
        const found = ids.get(title) ?? []
        return found.length > 1 ? [doubled(`"${title}" is ${found.join(' and ')}`)] : []
      })
  },

  'no agent has two open appointments at once': ({ kept }) =>
    keepers.flatMap((service) => {
      const open = [...kept[service].values()].flatMap(({ appointment, roster }) =>
        appointment &&
        REJECTING.includes(appointment.applicationId) &&
        ['SCHEDULED', 'ACTIVATED'].includes(appointment.state)
          ? (roster?.participants ?? [])
              .filter(({ type }) => type === 'AGENT')
              .map((agent) => ({ agentId: agent.id, ...appointment }))
          : [],
      )
      return open.flatMap((one, index) =>
        open
          .slice(index + 1)
          .filter((other) => one.agentId === other.agentId && one.start < other.end && other.start < one.end)
          .map((other) =>
            doubled(`${service} shows ${one.agentId} in ${one.id} and ${other.id} at ${one.start}`),
          ),
      )
    }),

  'a rejected write leaves no trace': ({ journal, kept }) => {
    const titles = new Set([...kept.appointments.values()].map(({ appointment }) => appointment?.title))
    return journal.entries
      .filter(({ operation, outcome }) => operation === 'schedule' && outcome.is === 'rejected')
      .map(({ body }) => (body as { title: string }).title)
      .filter((title) => titles.has(title))
      .map((title) => wrong(`"${title}" was rejected but exists`))
  },

  'there is one event for each change': ({ journal, events }) => {
    const told = new Map<string, number>()
    for (const { aggregateId, type } of events)
      told.set(`${aggregateId} ${type}`, (told.get(`${aggregateId} ${type}`) ?? 0) + 1)
    return [...expectedOf(journal).values()]
      .filter(({ isCertain }) => isCertain)
      .flatMap(({ id, events: expected }) =>
        [...toldByRequests].flatMap((type) => {
          const wanted = expected.get(type) ?? 0
          const found = told.get(`${id} ${type}`) ?? 0
          if (found === wanted) return []
          const text = `${id} has ${found} of ${wanted} ${type}`
          return [found < wanted ? lost(text) : doubled(text)]
        }),
      )
  },

  'every event is applied in every service': ({ events, applied }) =>
    stillNeeded(events).flatMap(({ id, type, aggregateId }) =>
      subscribersOf(type)
        .filter((subscriber) => !applied[subscriber].has(id))
        .map((subscriber) => lost(`${subscriber} has not applied ${type} ${id} of ${aggregateId}`)),
    ),

  'every change is in the feed, in the order in which it was made': ({ changes }) => {
    const reached = new Map<string, number>()
    return changes.flatMap(({ appointmentId, type, position }) => {
      const before = reached.get(appointmentId) ?? 0
      const about = `${type} of ${appointmentId}`
      if (position === null) return lost(`${about} has no position`)
      reached.set(appointmentId, position)
      return position > before ? [] : wrong(`${about} comes before an earlier change`)
    })
  },

  'a reader of the stream gets each change once': ({ changes, followed }) => {
    if (!followed) return []
    const nameOf = ({ type, version }: Omit<FedChange, 'position'>) => `${type} ${version}`
    return [...new Set(changes.map(({ appointmentId }) => appointmentId))].flatMap((id) => {
      const stored = changes.filter(({ appointmentId }) => appointmentId === id).map(nameOf)
      const got = followed.filter(({ appointmentId }) => appointmentId === id).map(nameOf)
      // the changes before a removal were deleted with the appointment
      const wanted = stored.length === 1 && stored[0]?.startsWith('APRemovedEvent') ? got.slice(-1) : got
      return isDeepStrictEqual(wanted, stored) && new Set(got).size === got.length
        ? []
        : [wrong(`the stream of ${id} has ${got.join(', ')} instead of ${stored.join(', ')}`)]
    })
  },

  'projections equal their owner': ({ kept }) =>
    [...new Set(keepers.flatMap((service) => [...kept[service].keys()]))].flatMap((id) => {
      const appointment = kept.appointments.get(id)?.appointment ?? null
      const roster = kept.participants.get(id)?.roster ?? null
      return keepers.flatMap((service) => {
        const copy = kept[service].get(id)
        return [
          ...(isDeepStrictEqual(copy?.appointment ?? null, appointment)
            ? []
            : [wrong(`${service} keeps a different copy of appointment ${id}`)]),
          ...(isDeepStrictEqual(copy?.roster ?? null, roster)
            ? []
            : [wrong(`${service} keeps a different copy of the roster of ${id}`)]),
        ]
      })
    }),

  'availability has a copy of every claim, and no other': ({ claims: { own, copy } }) => [
    ...own.filter((one) => !copy.includes(one)).map((one) => lost(`availability lacks the claim of ${one}`)),
    ...copy.filter((one) => !own.includes(one)).map((one) => wrong(`availability still has ${one}`)),
  ],

  'there is one notification for each event, recipient and channel': ({
    notifications,
    events,
    kept,
    received,
  }) => {
    const seen = new Map<string, string>()
    const twice = notifications.flatMap(({ id, eventId, type, channel, recipient, offset }) => {
      const key = [eventId, type, channel, recipient, offset].join(' ')
      const before = seen.get(key)
      seen.set(key, id)
      return before === undefined ? [] : [doubled(`${before} and ${id} are the same notification`)]
    })
    const recorded = new Set(
      notifications.map(({ eventId, type, channel }) => `${eventId} ${type} ${channel}`),
    )
    const missing = events.flatMap(({ type, id, aggregateId }) => {
      const known = kept.notifications.get(aggregateId)?.appointment
      const [message, byMail] = MESSAGES[type] ?? []
      if (!known || message === undefined) return []
      const channels = [
        ...(byMail ? ['EMAIL'] : []),
        ...(known.applicationId === APPLICATION ? ['WEBHOOKS'] : []),
      ]
      return channels
        .filter((channel) => !recorded.has(`${id} ${message} ${channel}`))
        .map((channel) => lost(`no ${message} is sent over ${channel} for ${type} of ${aggregateId}`))
    })
    return [...twice, ...missing, ...notifications.flatMap((one) => arrivalsOf(one, received))]
  },

  'every customer of an open appointment gets a reminder': ({ journal, notifications, kept }) => {
    const reminded = new Set(
      notifications
        .filter(({ type }) => type === 'REMINDER')
        .map((one) => `${one.appointmentId} ${one.recipient}`),
    )
    return [...expectedOf(journal).values()]
      .filter(({ isCertain, isCancelled, isRemoved }) => isCertain && !isCancelled && !isRemoved)
      .filter(({ id }) => kept.notifications.get(id)?.appointment?.applicationId === APPLICATION)
      .flatMap(({ id, customers }) =>
        [...customers]
          .filter((customer) => !reminded.has(`${id} ${customer}`))
          .map((customer) => lost(`no reminder of ${id} is planned for ${customer}`)),
      )
  },

  'no attempt to send is abandoned while its sender runs': ({ isSteady, notifications }) =>
    notifications
      .filter(({ wasInterrupted }) => isSteady && wasInterrupted)
      .map(({ id, channel }) => wrong(`the attempt to send ${channel} ${id} was abandoned`)),

  'nothing stays leased or queued past its limit': ({ overdue }) =>
    overdue.map(({ service, what, id, details }) =>
      wrong(`${what} ${id} of ${service} is overdue${details === undefined ? '' : ` (${details})`}`),
    ),

  'every retried request gets a response': ({ journal }) =>
    journal.entries
      .filter(({ outcome, isOnce }) => outcome.is === 'unknown' && !isOnce)
      .map(({ number, operation, tries }) =>
        wrong(`${operation} ${number} has no response after ${tries} tries`),
      ),

  'every response is correct and on time': ({ journal }) =>
    journal.complaints.map(({ rule, about }) => wrong(`${rule}: ${about}`)),
}

/**
 * A message recorded as delivered must have arrived. No mail or SMS may arrive twice, unless the outcome of an attempt is
 * unknown.
 */
function arrivalsOf(
  { id, channel, status, hadUnknownOutcome }: RecordedNotification,
  { mails, webhooks, texts }: Evidence['received'],
): Omit<Violation, 'rule'>[] {
  const times = { EMAIL: mails, WEBHOOKS: webhooks, SMS: texts }[channel].filter((one) => one === id).length
  if (status === 'DELIVERED' && times === 0)
    return [lost(`${channel} ${id} is recorded as delivered but never arrived`)]
  if (times > 1 && channel !== 'WEBHOOKS' && !hadUnknownOutcome)
    return [doubled(`${channel} ${id} arrived ${times} times`)]
  return []
}

/** Whether a reader of the stream of changes has received everything. */
export const followsAll = (evidence: Evidence): boolean =>
  (rules['a reader of the stream gets each change once']?.(evidence) ?? []).length === 0

/** Every violation of a rule. */
export const check = (evidence: Evidence): Violation[] =>
  Object.entries(rules).flatMap(([rule, broken]) =>
    broken(evidence).map((violation) => ({ rule, ...violation })),
  )
