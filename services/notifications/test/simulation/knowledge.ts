import { customersOf } from '@appointments/appointment'
import {
  unconfigured,
  type Application,
  type AppointmentEvent,
  type AppointmentSnapshot,
  type CustomerRecord,
  type EventData,
  type NotificationChannel,
  type NotificationType,
  type RosterSnapshot,
} from '@appointments/contracts'
import type { Night } from './zone-oracle.ts'
import {
  channelsOf,
  dueOutsideNight,
  latestFor,
  nightDeadline,
  nightFor,
  plannedAt,
  planOf,
  worthUntil,
  type Schedule,
} from './plan-oracle.ts'

/** A record that an event must create. */
export interface Expected {
  appointmentId: string
  eventId: string
  type: NotificationType
  channel: NotificationChannel
  recipient: string
  /** Only for planned messages. */
  schedule?: Schedule
  scheduledFor?: number
  /** Absent if it is cancelled from the start, with this reason. */
  dueAt?: number
  reason?: string
  /** Latest time of a first attempt. */
  latest?: number
  /** Start of the appointment before it moved, for announcements of a move. */
  before?: string
  /** Due time if the recipient still knows another start because an earlier move was never announced. */
  dueKnowing?: (before: string) => number | undefined
  /** The quiet hours that were applied. */
  night?: Night
}

export type Endpoint = { id: string; applicationId: string; enabled: boolean }

/** A customer with the roster version of the whole record and the appointment versions of single fields. */
interface Contact {
  version: number
  customer: CustomerRecord
  written: ReadonlyMap<Field, number>
}
type Field = 'email' | 'phone'

/** The service's knowledge of an appointment after the events so far, in any order. */
export interface Knowledge {
  appointment: AppointmentSnapshot
  roster: RosterSnapshot
  contacts: Map<string, Contact>
  isRemoved: boolean
  /** All earlier states with the time at which each became known. */
  past: { at: number; appointment: AppointmentSnapshot; roster: RosterSnapshot }[]
}

/** The announcement an event causes and its recipients, as in the table in notifications.md. */
function newsOf(
  event: AppointmentEvent,
  { notesForCustomers }: Application,
  { end }: Pick<AppointmentSnapshot, 'end'>,
): { type: NotificationType; only?: string; hooksOnly?: boolean } | undefined {
  switch (event.type) {
    case 'APScheduledEvent':
      return { type: 'CREATE' }
    case 'APUpdatedEvent': {
      if (isOnlyCustomer(event.data.changed)) return undefined
      const shown =
        event.data.changed.includes('title') || (notesForCustomers && event.data.changed.includes('notes'))
      return { type: 'UPDATE', hooksOnly: !shown }
    }
    case 'APRescheduledEvent':
      return { type: 'RESCHEDULE' }
    case 'APActivatedEvent':
      return event.data.explicit ? { type: 'ROOM' } : undefined
    case 'APCancelledEvent':
    case 'APDeletedEvent':
      return { type: 'CANCELLED' }
    case 'APRemovedEvent': {
      const { state, end } = event.data.appointment
      return {
        type: 'CANCELLED',
        hooksOnly: state === 'ABORTED' || Date.parse(end) <= Date.parse(event.time),
      }
    }
    case 'APOutcomeEvent':
      return event.data.outcome && { type: event.data.outcome }
    case 'APReassignedEvent':
      return { type: 'REASSIGN' }
    case 'APParticipantAddedEvent':
      return { type: 'PARTICIPANT_ADDED', only: event.data.participantId }
    case 'APParticipantRemovedEvent':
      return {
        type: 'PARTICIPANT_REMOVED',
        only: event.data.participantId,
        hooksOnly: Date.parse(end) <= Date.parse(event.time),
      }
    case 'APParticipantUpdatedEvent':
      return isOnlyCustomer(event.data.changed) ? { type: 'UPDATE', hooksOnly: true } : undefined
    case 'APParticipantStateChangedEvent':
      return { type: 'PARTICIPANT_UPDATED' }
    default:
      return undefined
  }
}

const isOnlyCustomer = (changed: readonly string[] = []) => changed.join() === 'customer'
const isLost = ({ state }: AppointmentSnapshot) => state === 'CANCELLED' || state === 'ABORTED'
const reach = (customer: CustomerRecord | undefined, channel: NotificationChannel) =>
  channel === 'EMAIL' ? customer?.email : customer?.phone

/** A contact after an update; each field keeps the value of the newest version that wrote it. */
function patchedContact(
  { version, customer, written }: Contact,
  patch: NonNullable<EventData<'APUpdatedEvent'>['customer']>,
  by: number,
): Contact {
  const fields = (['email', 'phone'] as const).filter(
    (field) => (patch.clear.includes(field) || patch[field] !== undefined) && (written.get(field) ?? 0) < by,
  )
  const values = fields.map((field) => [field, patch.clear.includes(field) ? undefined : patch[field]])
  return {
    version,
    customer: { ...customer, ...(Object.fromEntries(values) as Pick<CustomerRecord, Field>) },
    written: new Map([...written, ...fields.map((field) => [field, by] as const)]),
  }
}

/** Computes independently, from the same events, the records the service must create. */
export function createKnowledge(configured: readonly NotificationChannel[]) {
  const applications = new Map<string, Application>()
  const appointments = new Map<string, Knowledge>()
  const early = new Map<string, AppointmentEvent[]>()
  const endpoints: Endpoint[] = []

  const applicationOf = (id: string) => applications.get(id) ?? unconfigured(id)

  /** @param existing plans that exist already, by {@link planKey} */
  function learn(event: AppointmentEvent, now: number, existing: ReadonlyMap<string, Existing>): Expected[] {
    const id = 'appointment' in event.data ? event.data.appointment.id : event.data.appointmentId
    const before = appointments.get(id)
    if (before?.isRemoved) return []
    if (!before && event.type !== 'APScheduledEvent') {
      early.set(id, [...(early.get(id) ?? []), event])
      return []
    }
    const expected = learnOne(id, before, event, now, existing)
    if (event.type !== 'APScheduledEvent') return expected
    const waited = (early.get(id) ?? []).sort(
      (a, b) => a.time.localeCompare(b.time) || a.id.localeCompare(b.id),
    )
    early.delete(id)
    for (const late of waited) {
      const planned = expected.filter(({ schedule, dueAt }) => schedule && dueAt !== undefined)
      expected.push(...learn(late, now, new Map(planned.map((one) => [planKey(one), 'LIVE']))))
    }
    return expected
  }

  function learnOne(
    id: string,
    before: Knowledge | undefined,
    event: AppointmentEvent,
    now: number,
    existing: ReadonlyMap<string, Existing>,
  ): Expected[] {
    const carried = {
      appointment: 'appointment' in event.data ? event.data.appointment : (before as Knowledge).appointment,
      roster: 'roster' in event.data ? event.data.roster : (before as Knowledge).roster,
    }
    if (event.type === 'APRemovedEvent') carried.appointment = { ...carried.appointment, state: 'CANCELLED' }
    const newer = !before || carried.appointment.version > before.appointment.version
    const appointment = newer ? carried.appointment : before.appointment
    const roster = !before || carried.roster.version > before.roster.version ? carried.roster : before.roster
    const contacts = before?.contacts ?? new Map<string, Contact>()
    const reachedBefore = new Map([...contacts].map(([key, { customer }]) => [key, customer]))
    const news =
      event.type === 'APScheduledEvent'
        ? event.data.customers
        : 'customer' in event.data && event.data.customer && 'roster' in event.data
          ? [event.data.customer]
          : []
    for (const customer of news) {
      const version = carried.roster.version
      const { version: last, written } = contacts.get(customer.id) ?? {
        version: 0,
        written: new Map<Field, number>(),
      }
      if (last < version) contacts.set(customer.id, { version, customer, written })
    }
    const patch = event.type === 'APUpdatedEvent' ? event.data.customer : undefined
    const stored = patch && contacts.get(patch.id)
    const patched = stored && patchedContact(stored, patch, carried.appointment.version)
    if (patched) contacts.set(patch.id, patched)
    const changedCustomer =
      event.type === 'APParticipantUpdatedEvent' ? event.data.customer : patched?.customer
    const hasMoved =
      before !== undefined &&
      (['start', 'end'] as const).some(
        (edge) => Date.parse(before.appointment[edge]) !== Date.parse(appointment[edge]),
      )
    const hasChangedZone = before !== undefined && before.appointment.timezone !== appointment.timezone
    const state: Knowledge = {
      appointment,
      roster,
      contacts,
      isRemoved: event.type === 'APRemovedEvent',
      past: [...(before?.past ?? []), { at: now, appointment, roster }],
    }
    const wasCancelled = before?.appointment.state === 'CANCELLED'
    appointments.set(id, state)
    const application = applicationOf(appointment.applicationId)
    if (!application.notifications.active || !appointment.notificationsActive) return []

    const expected: Expected[] = []
    const announced = newsOf(event, application, carried.appointment)
    if (
      announced &&
      // announcements depend on the appointment as the event carries it
      carried.appointment.notificationsActive &&
      !(event.type === 'APRemovedEvent' && wasCancelled)
    )
      expected.push(...announce(state, carried, application, event, announced, now))

    for (const { types, only, newly } of plansAfter(event, state, before, hasMoved || hasChangedZone)) {
      const isNew = (channel: NotificationChannel) =>
        changedCustomer !== undefined &&
        takesPart(state.roster, changedCustomer.id) &&
        reach(changedCustomer, channel) !== undefined &&
        reach(reachedBefore.get(changedCustomer.id), channel) === undefined
      for (const { schedule, channel } of planOf(application.notifications)) {
        if (!types.includes(schedule.type)) continue
        if (only !== undefined && channel === 'WEBHOOKS') continue
        if (newly && !isNew(channel)) continue
        const channels = planOf(application.notifications)
          .filter((other) => other.schedule.type === schedule.type)
          .map((other) => other.channel)
          .filter((other) => !newly || isNew(other))
        for (const { recipient, barred } of recipients(
          state,
          state.roster,
          application,
          channel,
          only,
          channels,
        ))
          expected.push(plan(state, application, event, schedule, channel, recipient, barred, now))
      }
    }
    const moves = hasMoved || hasChangedZone
    const fresh = expected.filter((one, place) => {
      if (!one.schedule) return true
      if (expected.findIndex((other) => other.schedule && planKey(other) === planKey(one)) !== place)
        return false
      const same = existing.get(planKey(one))
      return one.dueAt === undefined || !(same === 'SENT' || (same === 'LIVE' && !moves))
    })
    return fresh
  }

  const takesPart = (roster: RosterSnapshot, id: string) => customersOf(roster).some((one) => one.id === id)

  function recipients(
    { contacts }: Knowledge,
    roster: RosterSnapshot,
    application: Application,
    channel: NotificationChannel,
    only: string | undefined,
    channels: readonly NotificationChannel[],
  ): { recipient: string; barred?: string }[] {
    if (!configured.includes(channel)) return []
    if (channel === 'WEBHOOKS')
      return endpoints
        .filter(({ applicationId }) => applicationId === application.id)
        .map(({ id, enabled }) => ({ recipient: id, ...(!enabled && { barred: 'endpoint_disabled' }) }))
    const ids = only === undefined ? customersOf(roster).map(({ id }) => id) : [only]
    const toPeople = channels.filter((one) => one !== 'WEBHOOKS')
    return ids
      .filter((id) => contacts.has(id))
      .flatMap((recipient) => {
        const { customer } = contacts.get(recipient) ?? {}
        if (reach(customer, channel)) return [{ recipient }]
        // an unreachable customer gets only one record
        const isUnreached = toPeople[0] === channel && !toPeople.some((one) => reach(customer, one))
        return isUnreached ? [{ recipient, barred: 'no_address' }] : []
      })
  }

  function announce(
    state: Knowledge,
    carried: { appointment: AppointmentSnapshot; roster: RosterSnapshot },
    application: Application,
    event: AppointmentEvent,
    { type, only, hooksOnly }: NonNullable<ReturnType<typeof newsOf>>,
    now: number,
  ): Expected[] {
    const silenced = event.type === 'APCancelledEvent' && !event.data.notify ? 'notify_false' : undefined
    const channels = channelsOf(application.notifications, type).filter(
      (channel) => channel === 'WEBHOOKS' || !hooksOnly,
    )
    return channels.flatMap((channel) =>
      recipients(state, carried.roster, application, channel, only, channels).map(({ recipient, barred }) => {
        const base = { appointmentId: carried.appointment.id, eventId: event.id, type, channel, recipient }
        const scheduledFor = type === 'ROOM' ? { scheduledFor: now } : {}
        const reason = (channel === 'WEBHOOKS' ? undefined : silenced) ?? barred
        if (reason) return { ...base, ...scheduledFor, reason }
        const night = nightFor(application, type, channel, carried.appointment.timezone)
        const until = worthUntil(type, channel, carried.appointment, now, scheduledFor.scheduledFor)
        const previous = event.type === 'APRescheduledEvent' ? event.data.previous.start : undefined
        const dueKnowing = (before: string | undefined) =>
          dueOutsideNight(now, night, nightDeadline([carried.appointment.start, before], until, now), now)
        const dueAt = dueKnowing(previous)
        const due = dueAt === undefined ? { reason: 'quiet_hours' } : { dueAt }
        return {
          ...base,
          ...scheduledFor,
          ...due,
          ...(night && { night }),
          ...(previous && { before: previous, dueKnowing }),
        }
      }),
    )
  }

  function plan(
    { appointment }: Knowledge,
    application: Application,
    event: Pick<AppointmentEvent, 'id' | 'time'>,
    schedule: Schedule,
    channel: NotificationChannel,
    recipient: string,
    barred: string | undefined,
    now: number,
  ): Expected {
    const { type } = schedule
    const scheduledFor = plannedAt(schedule, appointment)
    const base = {
      appointmentId: appointment.id,
      eventId: event.id,
      type,
      channel,
      recipient,
      schedule,
      scheduledFor,
    }
    const elapsed =
      type !== 'FOLLOW_UP' && scheduledFor <= Date.parse(event.time) ? 'offset_elapsed' : undefined
    const reason = barred ?? elapsed
    if (reason) return { ...base, reason }
    const night = nightFor(application, type, channel, appointment.timezone)
    const last = latestFor(schedule, appointment, scheduledFor)
    const until = Math.min(last, worthUntil(type, channel, appointment, now, scheduledFor))
    const dueAt = dueOutsideNight(scheduledFor, night, nightDeadline([appointment.start], until, now), now)
    if (dueAt === undefined) return { ...base, reason: 'quiet_hours' }
    const latest = schedule.misfire === 'SKIP' || last < dueAt + 60_000 ? dueAt + 60_000 : last
    return { ...base, dueAt, latest, ...(night && { night }) }
  }

  return {
    applicationOf,
    endpoints,
    of: (id: string) => appointments.get(id),
    isKnown: (id: string) => appointments.has(id),
    keepApplication(application: Application) {
      if ((applications.get(application.id)?.version ?? 0) < application.version)
        applications.set(application.id, application)
    },
    learn,
  }
}
export type KnowledgeBase = ReturnType<typeof createKnowledge>

/** Whether the same plan is still pending or was already sent. */
export type Existing = 'LIVE' | 'SENT'

/** Identifies a planned message, which must be planned only once. */
export const planKey = ({
  type,
  channel,
  recipient,
  schedule,
  scheduledFor,
}: Pick<Expected, 'type' | 'channel' | 'recipient' | 'scheduledFor'> & {
  schedule?: { offset: string }
}): string => [type, channel, recipient, schedule?.offset ?? '', scheduledFor].join(' ')

/** The plans an event causes. */
function plansAfter(
  event: AppointmentEvent,
  { appointment }: Knowledge,
  before: Knowledge | undefined,
  hasMoved: boolean,
): { types: readonly Schedule['type'][]; only?: string; newly?: boolean }[] {
  const ahead = ['REMINDER', 'ROOM'] as const
  if (event.type === 'APOutcomeEvent' && appointment.outcome === 'COMPLETED')
    return [{ types: ['FOLLOW_UP'] }]
  if (isLost(appointment)) return []
  if (!before || hasMoved) return [{ types: ahead }]
  if (event.type === 'APParticipantAddedEvent') return [{ types: ahead, only: event.data.participantId }]
  if ((event.type === 'APParticipantUpdatedEvent' || event.type === 'APUpdatedEvent') && event.data.customer)
    return [{ types: ahead, only: event.data.customer.id, newly: true }]
  return []
}
