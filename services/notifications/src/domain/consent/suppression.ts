import type { NotificationChannel, NotificationType, SuppressionReason } from '@appointments/contracts'
import type { Reason } from '../notification.ts'

/** An address that an application sends nothing to over a channel, or not everything. */
export interface Suppression {
  id: string
  applicationId: string
  channel: Exclude<NotificationChannel, 'WEBHOOKS'>
  /** Keyed hash of the address. */
  recipient: string
  reason: SuppressionReason
  /** The message that brought it about, where one did. */
  notificationId: string | null
  /** User who added it. */
  createdBy: string | null
  createdAt: Date
}

/** What a customer may do without, and can unsubscribe from; everything else is about the appointment itself. */
const OPTIONAL: readonly NotificationType[] = ['REMINDER', 'FOLLOW_UP']

export const isOptional = (type: NotificationType): boolean => OPTIONAL.includes(type)

/** How a record words it, the strongest first: the address takes nothing at all, or the customer wants less. */
const WORDS: readonly (readonly [SuppressionReason, Reason])[] = [
  ['STOP', 'recipient_stopped'],
  ['HARD_BOUNCE', 'address_dead'],
  ['COMPLAINT', 'recipient_complained'],
  ['MANUAL', 'address_suppressed'],
  ['UNSUBSCRIBE', 'recipient_unsubscribed'],
]

/**
 * Why nothing of a type is sent to an address; undefined where it is.
 * @param found suppressions of the address
 */
export const suppressedBy = (
  type: NotificationType,
  found: readonly Pick<Suppression, 'reason'>[],
): Reason | undefined =>
  WORDS.find(
    ([reason]) =>
      found.some((one) => one.reason === reason) && (reason !== 'UNSUBSCRIBE' || isOptional(type)),
  )?.[1]
