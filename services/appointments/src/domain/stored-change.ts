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

/** A change with its position in the feed and the current appointment. */
export interface FedChange extends StoredChange {
  position: number
  applicationId: string
  agentsBefore: string[]
  agentsAfter: string[]
  /** Absent if the appointment was removed. */
  appointment: AppointmentSnapshot | null
  roster: RosterSnapshot | null
  /** The application with its current settings. */
  application: Application | undefined
  agentNames: Readonly<Record<string, string>> | null
}

/** Which changes a page contains. */
export interface ChangeFilter {
  organizationId?: string | undefined
  applicationId?: string | undefined
  types?: readonly string[] | undefined
  /** Only changes of appointments that one of these agents had before or has after the change. */
  agentIds?: readonly string[] | undefined
}

/** A page of the feed. */
export interface Fed {
  changes: FedChange[]
  /** The end of the page. It contains every change up to here that passes the filter. */
  position: number
  /** Whether there may be more changes. */
  hasMore: boolean
}
