import type { AppointmentSnapshot, RosterSnapshot } from '@appointments/contracts'
import type { RecordedEvent } from '../../src/databases.ts'
import type { Owner } from '../../src/service-names.ts'
import type { Journal } from '../load/journal.ts'

/** Both halves of an appointment as one service keeps them; nothing of one that was removed for good. */
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
  /** Ids by which the provider knows its attempts. */
  providerIds: string[]
  /** Whether an attempt was ever made of which nobody knows what came of it. */
  hadUnknownOutcome: boolean
  /** Whether an attempt counts as abandoned by its sender. */
  wasInterrupted: boolean
}

/** What waits in a service and for how long it should not have. */
export interface Overdue {
  service: Owner
  what: 'event to publish' | 'notification' | 'lease' | 'claimed slot'
  id: string
}

/** All that is known after a fault: what clients were told, what services keep, what providers got. */
export interface Evidence {
  journal: Journal
  kept: Record<Owner, Map<string, KeptHalves>>
  events: RecordedEvent[]
  /** Ids of the events that a service applied. */
  applied: Record<Owner, ReadonlySet<string>>
  notifications: RecordedNotification[]
  overdue: Overdue[]
  /** Whether every process kept running, so that no attempt to send may count as abandoned. */
  isSteady: boolean
  /** Ids of notifications, once for each time that a provider took one. */
  received: { mails: string[]; webhooks: string[]; texts: string[] }
}

/** What must not be, and whether it means that something was lost, happened twice, or is otherwise wrong. */
export interface Violation {
  rule: string
  kind: 'lost' | 'doubled' | 'wrong'
  about: string
}
