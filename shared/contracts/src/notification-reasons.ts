/**
 * Why a notification was not sent, waits, failed or ended in another way. Each reason has a code of its own, so that a
 * client can translate it (docs/contract/messages.md#reasons).
 */
export const notificationReasons = [
  'address_dead',
  'address_suppressed',
  'address_unproved',
  'appointment_over',
  'attempts_exhausted',
  'channel_disabled',
  'channel_parked',
  'coalesced',
  'deadline_passed',
  'debounced',
  'endpoint_disabled',
  'endpoint_removed',
  'missed_window',
  'no_address',
  'no_receipt',
  'not_completed',
  'not_rendered',
  'notifications_off',
  'notify_false',
  'offset_elapsed',
  'provider_cancelled',
  'quiet_hours',
  'rate_limited',
  'recipient_complained',
  'recipient_limit',
  'recipient_removed',
  'recipient_stopped',
  'recipient_unsubscribed',
  'rejected',
  'rescheduled',
  'room_not_open',
  'sender_not_allowed',
  'superseded',
] as const
export type NotificationReason = (typeof notificationReasons)[number]

/** Reasons that only single steps have, in addition to those of records. */
export const notificationStepReasons = [
  ...notificationReasons,
  'after_the_end',
  'fallback',
  'found_at_provider',
  'long_sms',
  'outcome_unknown',
  'template_missing',
] as const
export type NotificationStepReason = (typeof notificationStepReasons)[number]

/** Reasons why a customer cannot be reached over a channel, or does not want to be. */
export const suppressedReasons = [
  'address_dead',
  'address_suppressed',
  'address_unproved',
  'no_address',
  'recipient_complained',
  'recipient_stopped',
  'recipient_unsubscribed',
] as const satisfies readonly NotificationReason[]
