import type { AppointmentSnapshot, RosterSnapshot } from '@appointments/contracts'
import type { RecordedEvent } from '../../src/recorded-events.ts'
import type { Keeper, Owner } from '../../src/service-names.ts'
import type { Journal } from '../load/journal.ts'

/** Both halves of an appointment as one service keeps them; neither if it was removed for good. */
export interface KeptHalves {
  appointment: AppointmentSnapshot | null
  roster: RosterSnapshot | null
}

/** A notification as the service recorded it. */
export interface RecordedNotification {
  id: string
  appointmentId: string
  eventId: string
  type: string
  channel: 'EMAIL' | 'SMS' | 'WEBHOOKS'
  recipient: string
  offset: string | null
  status: string
  /** Ids that the provider assigned to its attempts. */
  providerIds: string[]
  /** Whether the outcome of any attempt is unknown. */
  hadUnknownOutcome: boolean
  /** Whether an attempt counts as abandoned by its sender. */
  wasInterrupted: boolean
}

/** Work that a service should have done by now. */
export interface Overdue {
  service: Owner
  what: 'event to publish' | 'notification' | 'lease' | 'claimed slot'
  id: string
  /** Channel, status, attempt and delay of a notification. */
  details?: string
}

/** The time of agents that is claimed: one text for each agent of an appointment or a live hold. */
export interface ClaimedTime {
  /** According to the appointments service, which owns it. */
  own: string[]
  /** According to the copy of the availability service. */
  copy: string[]
}

/** A recorded change of an appointment; without a position it is not in the feed yet. */
export interface FedChange {
  appointmentId: string
  type: string
  version: number
  position: number | null
}

/** All evidence after a fault: what clients received, what services keep, what providers received. */
export interface Evidence {
  journal: Journal
  kept: Record<Keeper, Map<string, KeptHalves>>
  events: RecordedEvent[]
  /** Ids of the events that a service applied. */
  applied: Record<Owner, ReadonlySet<string>>
  claims: ClaimedTime
  /** The changes of each appointment, in the order in which they were made. */
  changes: FedChange[]
  /** Changes received by a reader that followed the stream from the beginning; absent if there was no such reader. */
  followed?: readonly Omit<FedChange, 'position'>[] | undefined
  notifications: RecordedNotification[]
  overdue: Overdue[]
  /** Whether every process kept running, so that no attempt to send may count as abandoned. */
  isSteady: boolean
  /** Ids of notifications, once for each time a provider accepted one. */
  received: { mails: string[]; webhooks: string[]; texts: string[] }
}

/** A broken rule, and whether something was lost, happened twice, or is otherwise wrong. */
export interface Violation {
  rule: string
  kind: 'lost' | 'doubled' | 'wrong'
  about: string
}
