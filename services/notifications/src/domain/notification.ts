import type {
  Actor,
  NotificationChannel,
  NotificationReason,
  NotificationStatus,
  NotificationStepReason,
  NotificationType,
  UsedTemplate,
  WholeAppointment,
} from '@appointments/contracts'

/** Facts about the event behind a notification that cannot be read from the appointment later. */
export interface Context {
  trigger: { operation: string; actor: Actor }
  eventId: string
  /** Time of the event. */
  at: string
  /** Trace of the event, which later messages continue (W3C Trace Context). */
  traceparent?: string
  /** Version of the whole appointment that the notification describes. */
  revision: number
  previous?: Previous
  userMessage?: string
  /** Manage-ticket versions before the appointment moved; they show whether a message contains a new link. */
  manageVersions?: Record<string, number>
  /** The undeliverable notification that this one replaces over another channel. */
  standsInFor?: string
  /** The message that this one repeats, if a user requested a resend. */
  resendOf?: string
  /** The appointment right after the event. Webhooks describe that state; messages to people the current one. */
  whole?: WholeAppointment
}

/** The appointment before the change. */
export interface Previous {
  start?: string
  end?: string
  duration?: string
  timezone?: string
  organizer?: { id: string; type: 'AGENT' }
}

/** The fields that a notification and its draft share. */
interface NotificationCore {
  id: string
  applicationId: string
  appointmentId: string
  sourceEventId: string
  type: NotificationType
  channel: NotificationChannel
  recipientKey: string
  recipientType: 'CUSTOMER' | 'AGENT' | 'WEBHOOK'
  recipientName: string
  relevantUntil: Date
  appointmentRevision: number
  inviteSequence: number
  context: Context
}

/** A notification before it is stored. */
export interface Draft extends NotificationCore {
  status: 'INITIALIZED' | 'CANCELLED'
  /** Why it is cancelled immediately, or what it waits for. */
  reason?: Reason
  plannedOffset?: string
  scheduledFor?: Date
  dueAt?: Date
  missedAfter?: Date
  priority: number
}

/** A stored notification. */
export interface Notification extends NotificationCore {
  status: NotificationStatus
  providerStatus: string | null
  providerId: string | null
  message: string | null
  /** Why it was not sent, failed or waits, if there is a reason. */
  reason: NotificationReason | null
  failureClass: FailureClass | null
  retryCount: number
  attemptNo: number
  waitCount: number
  resubmissionCount: number
  plannedOffset: string | null
  scheduledFor: Date | null
  missedAfter: Date | null
  nextRetryAt: Date | null
  nextPollAt: Date | null
  submittedAt: Date | null
  unknownSince: Date | null
  /** When a user requested a redelivery, which is sent whatever the state of the appointment. */
  redeliveryAskedAt: Date | null
  /** Retries before the redelivery was requested. */
  earlierRetries: number
  /** False once its content has been deleted. */
  hasContent: boolean
  /** Encrypted data of an erased appointment or participant that the message still needs. */
  sealedSource: string | null
  createdAt: Date
  updatedAt: Date
}

/** One entry in the event history of a notification. */
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
  reason: NotificationStepReason | null
  /** The template used by an attempt. */
  template: UsedTemplate | null
  /** Version of the rules that classified an attempt or a receipt. */
  classificationVersion: number | null
  attempt: number
  at: Date
}

export type FailureClass = 'TRANSIENT' | 'PERMANENT'

/** Why a notification was cancelled, delayed or flagged: a code for programs, a text for people. */
export const reasons = {
  offset_elapsed: 'the planned time had already passed',
  rescheduled: 'the appointment was moved',
  appointment_over: 'the appointment was cancelled or aborted',
  superseded: 'the appointment has changed since this was planned',
  recipient_removed: 'the recipient no longer takes part',
  address_unproved: 'the customer entered the address and has not verified it',
  no_address: 'the recipient has no address for this channel',
  recipient_stopped: 'the recipient replied STOP',
  address_dead: 'an earlier message was rejected because the address does not exist',
  recipient_complained: 'the recipient complained about messages',
  address_suppressed: 'the address was suppressed by a user',
  recipient_unsubscribed: 'the recipient unsubscribed from reminders and follow-ups',
  channel_parked: 'waiting until the provider accepts the account or the sender again',
  notify_false: 'the cancellation requested no notification',
  missed_window: 'it would have been sent too late',
  coalesced: 'a later reminder replaces it',
  not_completed: 'the appointment was not completed',
  room_not_open: 'the room is not open',
  rate_limited: 'waiting because the application has reached its send rate',
  recipient_limit: 'the recipient has reached the daily limit of messages',
  debounced: 'changes in quick succession are sent as one message',
  fallback: 'another channel takes over',
  notifications_off: 'notifications are switched off',
  endpoint_disabled: 'the endpoint is disabled',
  endpoint_removed: 'the endpoint was removed',
  channel_disabled: 'the channel is switched off',
  sender_not_allowed: "the application's organization may not use the configured sender",
  quiet_hours: 'the planned time is within quiet hours',
  provider_cancelled: 'the provider cancelled it',
  template_missing: 'the template does not exist; the built-in text was used',
  long_sms: 'the SMS is longer than two segments',
  outcome_unknown: 'the attempt was interrupted and may have reached the recipient',
} as const satisfies Partial<Record<NotificationStepReason, string>>
export type Reason = keyof typeof reasons

export const scheduledTypes = ['ROOM', 'REMINDER', 'FOLLOW_UP'] as const
export const isScheduledType = (type: NotificationType): boolean =>
  (scheduledTypes as readonly NotificationType[]).includes(type)
