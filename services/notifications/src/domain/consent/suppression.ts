import type { NotificationChannel, NotificationType, SuppressionReason } from '@appointments/contracts'
import type { Reason } from '../notification.ts'

/** An address to which an application sends nothing, or not everything, over a channel. */
export interface Suppression {
  id: string
  applicationId: string
  channel: Exclude<NotificationChannel, 'WEBHOOKS'>
  /** Keyed hash of the address. */
  recipient: string

  reason: SuppressionReason
  /** The message that caused it, if any. */
  notificationId: string | null
  /** User who added it. */
  createdBy: string | null
  createdAt: Date
}

/** Types a customer can unsubscribe from; all others are needed for the appointment itself. */
const OPTIONAL: readonly NotificationType[] = ['REMINDER', 'FOLLOW_UP']

export const isOptional = (type: NotificationType): boolean => OPTIONAL.includes(type)

/** The reason shown in records, strongest first. */
const RECORDED_REASONS: readonly (readonly [SuppressionReason, Reason])[] = [
  ['STOP', 'recipient_stopped'],
  ['HARD_BOUNCE', 'address_dead'],
  ['COMPLAINT', 'recipient_complained'],
  ['MANUAL', 'address_suppressed'],
  ['UNSUBSCRIBE', 'recipient_unsubscribed'],
]

/**
 * The reason this type is suppressed for the address, if any.
 * @param found suppressions of the address
 */
export const suppressedBy = (
  type: NotificationType,
  found: readonly Pick<Suppression, 'reason'>[],
): Reason | undefined =>
  RECORDED_REASONS.find(
    ([reason]) =>
      found.some((one) => one.reason === reason) && (reason !== 'UNSUBSCRIBE' || isOptional(type)),
  )?.[1]
