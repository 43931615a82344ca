import type {
  Actor,
  Application,
  AppointmentSnapshot,
  ChangeType,
  RosterSnapshot,
} from '@appointments/contracts'
import type { RecordedPart } from './recorded-change.ts'

/** A change as it is stored. */
export interface StoredChange {
  id: number
  appointmentId: string
  organizationId: string | null
  version: number
  type: ChangeType
  at: Date
  actor: Actor
  changed: RecordedPart[]
  reason: string | null
}

/** A change with its place in the feed, and the appointment as it is now. */
export interface FedChange extends StoredChange {
  position: number
  applicationId: string
  agentsBefore: string[]
  agentsAfter: string[]
  /** Absent if the appointment was removed. */
  appointment: AppointmentSnapshot | null
  roster: RosterSnapshot | null
  /** The application with its settings as they are now. */
  application: Application | undefined
  agentNames: Readonly<Record<string, string>> | null
}

/** Which changes a page contains. */
export interface ChangeFilter {
  organizationId?: string | undefined
  applicationId?: string | undefined
  types?: readonly string[] | undefined
  /** Changes of appointments that were or became those of one of these agents. */
  agentIds?: readonly string[] | undefined
}

/** A page of the feed. */
export interface Fed {
  changes: FedChange[]
  /** The end of the page: every change up to here that passes the filter is in it. */
  position: number
  /** Whether there may be more. */
  hasMore: boolean
}
