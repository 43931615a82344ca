import type {
  Actor,
  NotificationChannel,
  NotificationStatus,
  NotificationType,
  UsedTemplate,
  WholeAppointment,
} from '@appointments/contracts'

/** What a notification is about, kept from its event because it can't be read from the appointment later. */
export interface Context {
  trigger: { operation: string; actor: Actor }
  eventId: string
  /** Time of the event. */
  at: string
  /** Of the event, so that what is sent later belongs to its trace (W3C Trace Context). */
  traceparent?: string
  /** Version of the whole appointment the notification tells of. */
  revision: number
  previous?: Previous
  userMessage?: string
  /** Manage-ticket versions before the appointment moved, so that a message knows whether its link is new. */
  manageVersions?: Record<string, number>
  /** The notification that could not be delivered, where this one goes out over another channel instead. */
  standsInFor?: string
  /** The appointment as the event left it; webhooks tell of that state, messages to people of the newest. */
  whole?: WholeAppointment
}

/** What an appointment was before the change. */
export interface Previous {
  start?: string
  end?: string
  duration?: string
  timezone?: string
  organizer?: { id: string; type: 'AGENT' }
}

/** A notification before it is stored. */
export interface Draft {
  id: string
  applicationId: string
  appointmentId: string
  sourceEventId: string
  type: NotificationType
  channel: NotificationChannel
  recipientKey: string
  recipientType: 'CUSTOMER' | 'AGENT' | 'WEBHOOK'
  recipientName: string
  status: 'INITIALIZED' | 'CANCELLED'
  /** Why it is cancelled from the start, or why it waits. */
  reason?: Reason
  plannedOffset?: string
  scheduledFor?: Date
  dueAt?: Date
  missedAfter?: Date
  relevantUntil: Date
  appointmentRevision: number
  inviteSequence: number
  priority: number
  context: Context
}

/** A stored notification. */
export interface Notification {
  id: string
  applicationId: string
  appointmentId: string
  sourceEventId: string
  type: NotificationType
  channel: NotificationChannel
  recipientKey: string
  recipientType: 'CUSTOMER' | 'AGENT' | 'WEBHOOK'
  recipientName: string
  status: NotificationStatus
  providerStatus: string | null
  providerId: string | null
  message: string | null
  failureClass: FailureClass | null
  retryCount: number
  attemptNo: number
  waitCount: number
  resubmissionCount: number
  plannedOffset: string | null
  scheduledFor: Date | null
  missedAfter: Date | null
  relevantUntil: Date
  nextRetryAt: Date | null
  nextPollAt: Date | null
  submittedAt: Date | null
  unknownSince: Date | null
  /** When somebody asked for it to be sent again, whatever has become of the appointment since. */
  redeliveryAskedAt: Date | null
  /** Retries before that. */
  earlierRetries: number
  appointmentRevision: number
  inviteSequence: number
  context: Context
  /** False once what it said is no longer kept. */
  hasContent: boolean
  /** What it still needs of an appointment or a participant that was erased, encrypted. */
  sealedSource: string | null
  createdAt: Date
  updatedAt: Date
}

/** A line of the story of a notification: what happened to it, and when. */
export interface StoryLine {
  id: number
  notificationId: string
  appointmentId: string
  type: Notification['type']
  channel: Notification['channel']
  event: string
  status: Notification['status']
  providerStatus: string | null
  message: string | null
  reason: string | null
  /** Which words an attempt was made of. */
  template: UsedTemplate | null
  /** Version of the tables that judged an attempt or a receipt. */
  classificationVersion: number | null
  attempt: number
  at: Date
}

export type FailureClass = 'TRANSIENT' | 'PERMANENT'

/** Why a notification was not sent, or not at once, as a program reads it and as a person does. */
export const reasons = {
  offset_elapsed: 'the planned time had already passed',
  rescheduled: 'the appointment was moved',
  appointment_over: 'the appointment was called off',
  superseded: 'the appointment has changed since this was planned',
  recipient_removed: 'the recipient no longer takes part',
  address_unproved: 'the customer gave the address and has not proved that it is theirs',
  no_address: 'the recipient has no address for this channel',
  recipient_stopped: 'the recipient has answered STOP',
  address_dead: 'an earlier message found that nobody is at the address',
  recipient_complained: 'the recipient has complained about messages',
  address_suppressed: 'somebody has the address left out',
  recipient_unsubscribed: 'the recipient wants no reminders and follow-ups',
  channel_parked: 'it waits until the provider accepts the account or the sender again',
  notify_false: 'the cancellation asked for no notification',
  missed_window: 'it would have come too late',
  coalesced: 'a later reminder replaces it',
  not_completed: 'the appointment was not completed',
  room_not_open: 'the room is not open',
  rate_limited: 'it waits its turn: as much as the application may send is on its way',
  recipient_limit: 'the recipient has had as much as a day may bring',
  debounced: 'changes in quick succession are told once',
  fallback: 'another channel takes over',
  notifications_off: 'notifications are switched off',
  endpoint_disabled: 'the endpoint is disabled',
  endpoint_removed: 'the endpoint was removed',
  channel_disabled: 'the channel is switched off',
  sender_not_allowed: 'the organization of the application may not use the sender in its settings',
  quiet_hours: 'it waits for, or falls into, quiet hours',
  provider_cancelled: 'the provider cancelled it',
  template_missing: 'there is no template of that name; the built-in words were used',
  long_sms: 'it takes more than two messages',
  outcome_unknown: 'the attempt was interrupted and may have reached the recipient',
} as const
export type Reason = keyof typeof reasons

export const scheduledTypes = ['ROOM', 'REMINDER', 'FOLLOW_UP'] as const
export const isScheduledType = (type: NotificationType): boolean =>
  (scheduledTypes as readonly NotificationType[]).includes(type)
