/* The parts of the API's responses that the desk shows. */

export type Role = 'ROLE_AGENT' | 'ROLE_SUPERVISOR' | 'ROLE_CLIENT_SERVICE' | 'ROLE_CUSTOMER'

export interface Application {
  id: string
  name: string
  agentReassignmentEnabled: boolean
  timezone: string
  /** Whether customers see the notes of an appointment. */
  notesForCustomers: boolean
  mayOverrideCalendar: boolean
}

/** Who is signed in. */
export interface Me {
  userId?: string
  displayName?: string
  roles: Role[]
  applications: Application[]
}

export const states = ['SCHEDULED', 'ACTIVATED', 'CANCELLED', 'ABORTED'] as const
export type State = (typeof states)[number]
export const outcomes = ['IN_PROGRESS', 'COMPLETED', 'NO_SHOW', 'FAILED'] as const
export type Outcome = (typeof outcomes)[number]
export type Presence = 'WAITING' | 'JOINED' | 'LEFT'

export interface Participant {
  id: string
  type: 'CUSTOMER' | 'AGENT'
  displayName?: string
  state?: Presence
}

export interface Appointment {
  id: string
  applicationId: string
  version: number
  title?: string
  notes?: string
  start: string
  end: string
  timezone: string
  locale: string
  state: State
  outcome?: Outcome
  notificationsActive: boolean
  serviceTypeId?: string
  organizer?: { id: string; displayName?: string }
  participants: Participant[]
  place?: { channel: 'VIDEO' | 'PHONE' | 'IN_PERSON'; text?: string }
  targetAssignment?: { id: string; type: string }
  assignment?: { state: 'PENDING' | 'ASSIGNED' | 'FAILED'; queueId: string; dueAt?: string }
  interaction: { state: 'PENDING' | 'ACCEPTED' | 'FAILED' | 'COMPLETED' | 'CANCELLED' }
  cancellation?: { at: string; by?: string; byRole?: string; reason?: string }
}

export interface Contact {
  primaryEmail?: string
  primaryPhone?: string
}

/** A participant with the contact data that the caller may see. */
export interface Person extends Participant {
  name?: { firstName?: string; lastName?: string }
  username?: string
  contact?: Contact
  ticket?: { accessUrl: string; expiresAt: string }
}

/** A page of a list that continues at a cursor. */
export interface Page<Element> {
  content: Element[]
  nextCursor?: string
}

/** Which appointments to list. */
export interface Search {
  applicationId: string
  from?: string
  to?: string
  state?: State[]
  outcome?: Outcome[]
  agentId?: string[]
  queueId?: string[]
  serviceTypeId?: string[]
  unassigned?: boolean
  q?: string
  contact?: string
  sort?: 'start' | '-start' | '-changed'
  cursor?: string
  limit?: number
}

export interface Agent {
  id: string
  displayName?: string
}
export interface Named {
  id: string
  name: string
}

export interface Actor {
  id?: string
  displayName?: string
  role?: string
  via: string
}
type Value = string | { id: string; displayName?: string }[]
export interface ChangedPart {
  name: string
  participantId?: string
  from?: Value
  to?: Value
}
export interface TimelineEntry {
  id: string
  at: string
  type: string
  version: number
  actor: Actor
  changed: ChangedPart[]
  reason?: string
}

/** A change as the stream reports it. */
export interface Change {
  type: string
  appointmentId: string
  version: number
  at: string
  actor?: Actor
  inScope: boolean
  appointment?: Appointment
}

export interface MessageStep {
  id: string
  notificationId: string
  type: string
  channel: 'EMAIL' | 'SMS' | 'WEBHOOKS'
  event: string
  status: string
  reason?: string
  at: string
}

export const messageStatuses = ['INITIALIZED', 'PENDING', 'DELIVERED', 'FAILED', 'CANCELLED'] as const
export interface Message {
  id: string
  appointmentId: string
  appointmentStart?: string
  type: string
  channel: string
  status: string
  reason?: string
  message?: string
  recipient: { displayName: string; type: string }
  canRetry: boolean
  scheduledFor?: string
  createdAt: string
  updatedAt: string
}
/** The content of a message, with the customer's links masked. */
export interface MessageContent {
  subject?: string
  text: string
  /** Path of a page that shows the mail for a while. */
  htmlUrl?: string
  encoding?: string
  segments?: number
  sentAt: string
}
export interface MessageSearch {
  applicationId: string
  from?: string
  to?: string
  status?: string[]
  type?: string[]
  channel?: string[]
  reason?: string[]
  agentId?: string[]
  view?: 'ALL' | 'UNREACHED'
  cursor?: string
  limit?: number
}
export interface Retried {
  id: string
  outcome: 'QUEUED' | 'NOT_RETRYABLE' | 'CONTENT_GONE' | 'NOT_FOUND'
}

/** Why a time is offered or not, for each agent who might serve it. */
export interface Check {
  offered: boolean
  reasons: string[]
  agents: {
    agentId: string
    offered: boolean
    reasons: { code: string; from?: string; until?: string }[]
  }[]
}
