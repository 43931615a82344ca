import { changesOf } from '@appointments/testing'
import type { AppointmentEvent } from '@appointments/contracts'
import type { Expected, Knowledge, KnowledgeBase } from './knowledge.ts'
import type { Entry, Ledger } from './ledger.ts'
import type { StoredRecord } from './watch.ts'
import { DAY_MS, isNight } from './zone-oracle.ts'

const CANCELLED_BY_WAITING = [
  'debounced',
  'recipient_removed',
  'rescheduled',
  'appointment_over',
  'not_completed',
]
const OVER = ['DELIVERED', 'FAILED', 'CANCELLED']

const kind = (type: string, channel: string, recipient: string, offset: string | undefined | null) =>
  [type, channel, recipient, offset ?? ''].join(' ')

const instant = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString())

/** Compares the records an event created with the expected ones. */
export function judgeNew(
  ledger: Ledger,
  expected: readonly Expected[],
  found: readonly StoredRecord[],
  event: AppointmentEvent,
): void {
  const { violations } = ledger
  const fresh = new Map(
    found.map((one) => [`${one.eventId} ${kind(one.type, one.channel, one.recipient, one.offset)}`, one]),
  )
  for (const one of expected) {
    const key = `${one.eventId} ${kind(one.type, one.channel, one.recipient, one.schedule?.offset)}`
    const record = fresh.get(key)
    fresh.delete(key)
    const about = `${event.type} ${key} of ${one.appointmentId}`
    // a removed appointment keeps only records that are still to be sent
    if (event.type === 'APRemovedEvent' && one.reason) {
      if (record) violations.push(`kept: ${about} although it will not be sent (${one.reason})`)
      continue
    }
    if (!record) {
      violations.push(`lost: ${about} has no record`)
      continue
    }
    const reason = record.story.find((step) => step.event === 'cancelled')?.reason ?? undefined
    const fitting = alike(one, ledger).find((like) => isDue(like, record))
    ledger.open(record.id, fitting ?? one)
    // an event that waited for this one cancelled the record immediately; judgeEnd checks whether that was right
    if (event.type === 'APScheduledEvent' && reason && CANCELLED_BY_WAITING.includes(reason)) continue
    const planned = record.scheduledFor?.toISOString()
    if (planned !== instant(one.scheduledFor))
      violations.push(`wrong time: ${about} is planned for ${planned}, not ${instant(one.scheduledFor)}`)
    if (!fitting)
      violations.push(`wrong time: ${about} is due ${record.dueAt?.toISOString()}, not ${instant(one.dueAt)}`)
    if (one.reason !== reason) violations.push(`wrong reason: ${about} has ${reason}, not ${one.reason}`)
  }
  for (const key of fresh.keys()) violations.push(`unexpected record: ${key}, created by ${event.type}`)
}

/**
 * The expected record and its variants if an earlier move was never announced. In a variant, `before` is the start that
 * the recipient knows.
 */
const alike = (one: Expected, ledger: Ledger): Expected[] => [
  one,
  ...ledger.startsKnown(one).flatMap((before) => {
    const dueAt = one.dueKnowing?.(before)
    return dueAt === undefined ? [] : [{ ...one, before, dueAt }]
  }),
]

const isDue = (one: Expected, { dueAt }: StoredRecord): boolean =>
  dueAt?.toISOString() === instant(one.dueAt) || isNearChange(one, dueAt) || isPaced(one, dueAt)

const NEAR_MS = 2 * 3_600_000

/**
 * On a day with a clock change a night may have several ends: any of them must lie outside the night and
 * close to the oracle's result.
 */
const isNearChange = ({ night, dueAt }: Expected, due: Date | null): boolean =>
  night !== undefined &&
  dueAt !== undefined &&
  due !== null &&
  changesOf(night.zone, dueAt - DAY_MS, dueAt + DAY_MS).length > 0 &&
  Math.abs(due.getTime() - dueAt) <= NEAR_MS &&
  !isNight(due.getTime(), night)

/** Whether changes in quick succession were delayed, possibly until the morning. */
function isPaced({ type, channel, dueAt, night }: Expected, due: Date | null): boolean {
  const window =
    type === 'RESCHEDULE' && channel !== 'WEBHOOKS'
      ? 60_000
      : type === 'PARTICIPANT_UPDATED' && channel === 'WEBHOOKS'
        ? 5000
        : 0
  if (window === 0 || dueAt === undefined || due === null) return false
  const wait = due.getTime() - dueAt
  return wait > 0 && (wait <= window || (night !== undefined && !isNight(due.getTime(), night)))
}

/** Checks the invariants that must hold at the end of a run. */
export function judgeEnd(
  ledger: Ledger,
  knowledge: KnowledgeBase,
  records: readonly StoredRecord[],
): string[] {
  const violations: string[] = []
  const stored = new Map(records.map((record) => [record.id, record]))
  for (const record of records) {
    const entry = ledger.entries.get(record.id)
    const blame = (what: string) =>
      violations.push(
        `${what}: ${record.type} ${record.channel} ${record.status} ${record.id} of ${record.appointmentId}: ${record.story
          .map((step) => [step.at, step.event, step.reason ?? step.providerStatus].filter(Boolean).join(' '))
          .join(', ')}`,
      )
    if (!entry) {
      // an event that was repeated weeks later
      if (record.status === 'CANCELLED' && record.story.at(-1)?.reason === 'missed_window') continue
      blame('unexpected record')
      continue
    }
    if (!OVER.includes(record.status)) blame('never ended')
    if (record.status === 'DELIVERED' && entry.accepted === 0) blame('delivered, but no provider accepted it')
    // a worker that outlasted its lease may record its attempt after the end
    const last = record.story.findLast(({ event }) => ['delivered', 'failed', 'cancelled'].includes(event))
    if (record.status === 'CANCELLED' && !last?.reason) blame('cancelled without a reason')
    if (
      record.status === 'FAILED' &&
      !last?.reason &&
      record.failureClass !== 'PERMANENT' &&
      !last?.providerStatus
    )
      blame('failed without a reason')
    if (
      record.status === 'CANCELLED' &&
      last?.reason &&
      !isJustified(last.reason, entry, ledger, knowledge, Date.parse(last.at))
    )
      blame(`cancelled without a valid reason (${last.reason})`)
    judgeStory(entry, record, blame)
  }
  for (const entry of ledger.entries.values()) {
    const isRemoved = knowledge.of(entry.appointmentId)?.isRemoved
    if (!isRemoved && !stored.has(entry.id)) violations.push(`lost: ${entry.type} ${entry.id} is gone`)
    if (isRemoved && stored.has(entry.id))
      violations.push(`kept: ${entry.type} ${entry.id} of a removed appointment`)
  }
  violations.push(...notCoalesced([...ledger.entries.values()]))
  return violations
}

/** The events must list exactly the calls that providers received. */
function judgeStory(entry: Entry, { story, status }: StoredRecord, blame: (what: string) => void): void {
  const attempts = story.filter(({ event }) => event === 'attempt')
  const interrupted = attempts.filter(({ providerStatus }) => providerStatus === 'INTERRUPTED').length
  const returned = attempts.length - interrupted
  if (returned !== entry.returned + entry.adopted)
    blame(`the events list ${returned} attempts, providers ${entry.returned} and ${entry.adopted} found`)
  if (interrupted !== entry.interrupted)
    blame(`the events list ${interrupted} interruptions, there were ${entry.interrupted}`)
  if (status === 'INITIALIZED' && entry.calls.length > 0) blame('sent without an event')
}

/** Whether the reason of a cancellation was true at that time. */
function isJustified(
  reason: string,
  entry: Entry,
  ledger: Ledger,
  knowledge: KnowledgeBase,
  at: number,
): boolean {
  const known = knowledge.of(entry.appointmentId)
  if (!known) return false
  const past = known.past.filter((one) => one.at <= at)
  const then = past.at(-1)
  if (!then) return false
  switch (reason) {
    case 'missed_window':
      return (entry.latest !== undefined && at > entry.latest) || at > entry.until
    case 'appointment_over':
      return past.some(({ appointment }) => appointment.state === 'CANCELLED')
    case 'recipient_removed':
      return (
        !then.roster.participants.some(({ id }) => id === entry.recipient) ||
        entry.type === 'PARTICIPANT_REMOVED'
      )
    case 'rescheduled':
    case 'superseded':
      return past.some((one) => one.at >= entry.createdAt) && past.length > 1
    case 'debounced':
      return entry.type === 'RESCHEDULE' || entry.type === 'PARTICIPANT_UPDATED'
    case 'recipient_stopped':
      return wasSuppressed(entry, ledger, known, 'STOP')
    case 'address_dead':
      return wasSuppressed(entry, ledger, known, 'HARD_BOUNCE')
    case 'recipient_unsubscribed':
      return (
        ['REMINDER', 'FOLLOW_UP'].includes(entry.type) && wasSuppressed(entry, ledger, known, 'UNSUBSCRIBE')
      )
    case 'not_completed':
      return then.appointment.outcome !== 'COMPLETED'
    case 'room_not_open':
      return then.appointment.state !== 'ACTIVATED'
    default:
      return true
  }
}

/** Whether the address was suppressed; unknown for a customer whose address has changed. */
function wasSuppressed(entry: Entry, ledger: Ledger, { contacts }: Knowledge, reason: string): boolean {
  const contact = contacts.get(entry.recipient)
  if (!contact || contact.version > 1 || contact.written.size > 0) return true
  const address = entry.channel === 'EMAIL' ? contact.customer.email : contact.customer.phone
  return address !== undefined && ledger.isSuspected(entry, address, reason)
}

/** If several reminders are due, only the one nearest to the start may be sent. */
function notCoalesced(entries: readonly Entry[]): string[] {
  const sent = new Map<string, Entry[]>()
  for (const entry of entries) {
    if (entry.type !== 'REMINDER' || !entry.schedule || entry.calls.length === 0) continue
    const key = `${entry.appointmentId} ${entry.channel} ${entry.recipient}`
    sent.set(key, [...(sent.get(key) ?? []), entry])
  }
  return [...sent.values()].flatMap((reminders) =>
    reminders.flatMap((earlier) =>
      reminders
        .filter((later) => {
          const [at = 0, next = 0] = [earlier.calls[0], later.calls[0]]
          const wasDue = (later.scheduledFor ?? Infinity) <= at && later.createdAt <= at && next >= at
          return wasDue && (later.scheduledFor ?? 0) > (earlier.scheduledFor ?? 0)
        })
        .map((later) => `not coalesced: ${earlier.id} was sent although ${later.id} was due`),
    ),
  )
}
