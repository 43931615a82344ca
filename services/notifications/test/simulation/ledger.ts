import type { NotificationChannel } from '@appointments/contracts'
import { planKey, type Expected, type KnowledgeBase } from './knowledge.ts'
import { dueOutsideNight, isOn, nightDeadline, nightFor, plannedAt, worthUntil } from './plan-oracle.ts'

/** A record as tracked by the simulation. */
export interface Entry extends Expected {
  id: string
  createdAt: number
  until: number
  /** Times at which a provider was called for it. */
  calls: number[]
  /** Calls that returned to their worker, before or after its lease expired. */
  returned: number
  /** Workers that crashed while holding it, before or after the provider call. */
  interrupted: number
  accepted: number
  /**
   * Whether it may be sent again: the outcome is unknown, the provider reported a failure, or a retry was
   * requested.
   */
  mayRepeat: boolean
  adopted: number
  /** Address of the newest call. */
  calledAt?: string
}

/** A link in a mail that unsubscribes an address. */
export interface Offer {
  applicationId: string
  address: string
  link: string
}

const OPTIONAL = ['REMINDER', 'FOLLOW_UP']

const AHEAD = ['CREATE', 'UPDATE', 'RESCHEDULE', 'REASSIGN', 'ROOM', 'REMINDER', 'PARTICIPANT_ADDED']
const FAREWELLS = ['CANCELLED', 'PARTICIPANT_REMOVED']

/** Tracks every record and every provider call, and collects violations. */
export function createLedger(knowledge: KnowledgeBase, now: () => number) {
  const entries = new Map<string, Entry>()
  const violations: string[] = []
  const plansSent = new Map<string, string>()
  /** Suppressions the service must know, by application, channel and address. */
  const suppressed = new Map<string, Set<string>>()
  /** Suppressions the service may know, because they were reported or are about to be reported. */
  const suspected = new Map<string, Set<string>>()
  const offers: Offer[] = []
  const applicationOf = ({ appointmentId }: Entry) =>
    knowledge.of(appointmentId)?.appointment.applicationId ?? ''
  const keyOf = (applicationId: string, channel: string, address: string) =>
    [applicationId, channel, address].join(' ')
  const note = (of: Map<string, Set<string>>, key: string, reason: string) =>
    of.set(key, (of.get(key) ?? new Set()).add(reason))
  const blame = (what: string, { id, type, channel, appointmentId }: Entry, more = '') =>
    violations.push(
      `${new Date(now()).toISOString()} ${what}: ${type} ${channel} ${id} of ${appointmentId} ${more}`.trim(),
    )

  function open(id: string, expected: Expected): void {
    const { type, channel, scheduledFor, appointmentId } = expected
    const known = knowledge.of(appointmentId)
    const until = known ? worthUntil(type, channel, known.appointment, now(), scheduledFor) : Infinity
    const blank = {
      calls: [],
      returned: 0,
      interrupted: 0,
      accepted: 0,
      mayRepeat: false,
      adopted: 0,
    }
    entries.set(id, { ...expected, id, createdAt: now(), until, ...blank })
  }

  /** Starts that a recipient may still know because the moves away from them were never announced. */
  const startsKnown = ({ appointmentId, type, channel, recipient }: Expected): string[] =>
    [...entries.values()]
      .filter((one) => one.appointmentId === appointmentId && one.type === type && one.calls.length === 0)
      .filter((one) => one.channel === channel && one.recipient === recipient)
      .flatMap(({ before }) => before ?? [])

  /** Checks all invariants that must hold when a provider is called. */
  function called(id: string, channel: NotificationChannel, address: string | undefined): Entry {
    const entry = entries.get(id)
    if (!entry) throw new Error(`a provider was called for ${id}, which no event created`)
    const known = knowledge.of(entry.appointmentId)
    if (!known) throw new Error(`a provider was called for ${entry.appointmentId}, which was never booked`)
    const { type, schedule, recipient } = entry
    const { appointment, roster, contacts } = known
    const application = knowledge.applicationOf(appointment.applicationId)
    const toPeople = channel !== 'WEBHOOKS'
    const isFirst = entry.returned + entry.interrupted === 0
    const at = now()

    const isLost = appointment.state === 'CANCELLED' || appointment.state === 'ABORTED'
    if (isLost && AHEAD.includes(type) && (toPeople || schedule))
      blame('sent after a cancel was committed', entry)
    const takesPart = roster.participants.some((one) => one.id === recipient)
    if (toPeople && !takesPart && !FAREWELLS.includes(type)) blame('sent to a removed participant', entry)
    const { customer } = contacts.get(recipient) ?? {}
    const current = channel === 'EMAIL' ? customer?.email : customer?.phone
    if (toPeople && current !== address)
      blame('sent to an outdated address', entry, `${address} for ${current}`)
    if (schedule) {
      const wanted = plannedAt(schedule, appointment)
      if (wanted !== entry.scheduledFor) blame('sent for another time', entry, new Date(wanted).toISOString())
    }
    if (entry.dueAt !== undefined && at < entry.dueAt) blame('sent too early', entry)
    if (isFirst && entry.latest !== undefined && at > entry.latest) blame('sent after its window', entry)
    if (at > entry.until) blame('sent after it was relevant', entry, new Date(entry.until).toISOString())
    if (!isOn(application.notifications, type, channel)) blame('sent although switched off', entry)
    const night = nightFor(application, type, channel, appointment.timezone)
    const last = isFirst ? (entry.latest ?? entry.until) : entry.until
    const deadline = nightDeadline([appointment.start, entry.before], Math.min(last, entry.until), at)
    if (toPeople && dueOutsideNight(at, night, deadline, at) !== at)
      blame('sent at night', entry, JSON.stringify(night))
    if (type === 'FOLLOW_UP' && appointment.outcome !== 'COMPLETED')
      blame('follow-up without a completed appointment', entry)
    if (type === 'ROOM' && (toPeople || schedule) && appointment.state !== 'ACTIVATED')
      blame('room link for a closed room', entry)
    if (toPeople && address !== undefined) {
      const reasons = suppressed.get(keyOf(appointment.applicationId, channel, address)) ?? new Set()
      for (const reason of reasons)
        if (reason !== 'UNSUBSCRIBE' || OPTIONAL.includes(type))
          blame(`sent although suppressed (${reason})`, entry)
      entry.calledAt = address
    }
    entry.calls.push(at)
    return entry
  }

  /** A provider accepts a message. */
  function accepted(entry: Entry): void {
    if (entry.accepted > 0 && !entry.mayRepeat) blame('sent twice', entry)
    entry.accepted += 1
    entry.mayRepeat = false
    if (!entry.schedule) return
    const key = `${entry.appointmentId} ${planKey(entry)}`
    const other = plansSent.get(key)
    if (other !== undefined && other !== entry.id) blame('planned twice and sent twice', entry, other)
    plansSent.set(key, entry.id)
  }

  /** The service has confirmed a suppression. */
  function suppressAt(applicationId: string, channel: string, address: string, reason: string): void {
    note(suppressed, keyOf(applicationId, channel, address), reason)
    note(suspected, keyOf(applicationId, channel, address), reason)
  }
  const suppress = (entry: Entry, address: string, reason: string) =>
    suppressAt(applicationOf(entry), entry.channel, address, reason)
  const suspect = (entry: Entry, address: string, reason: string) =>
    note(suspected, keyOf(applicationOf(entry), entry.channel, address), reason)
  function lift(applicationId: string, channel: string, address: string, reason: string): void {
    suppressed.get(keyOf(applicationId, channel, address))?.delete(reason)
  }
  const isSuspected = (entry: Entry, address: string, reason: string): boolean =>
    suspected.get(keyOf(applicationOf(entry), entry.channel, address))?.has(reason) ?? false

  /** Checks that a mail offers to unsubscribe if and only if its type is optional. */
  function offered(entry: Entry, address: string, header: string | undefined): void {
    if (OPTIONAL.includes(entry.type) !== (header !== undefined)) blame('wrong unsubscribe offer', entry)
    if (header === undefined) return
    offers.push({ applicationId: applicationOf(entry), address, link: header.slice(1, -1) })
  }

  return {
    entries,
    violations,
    offers,
    open,
    startsKnown,
    called,
    accepted,
    blame,
    suppressAt,
    suppress,
    suspect,
    isSuspected,
    lift,
    offered,
  }
}
export type Ledger = ReturnType<typeof createLedger>
