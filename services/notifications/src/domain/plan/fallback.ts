import type { Application, NotificationChannel, NotificationType } from '@appointments/contracts'
import { priorityOf } from './matrix.ts'
import type { Draft, Notification, Reason } from '../notification.ts'
import type { Transition } from '../send/transition.ts'
import { timed, type TimingContext } from './timed.ts'

/**
 * The channels to try after one that cannot reach a customer: only later ones in the application's order, which
 * rules out cycles.
 */
export function fallbackChannels(
  { notifications }: Pick<Application, 'notifications'>,
  type: NotificationType,
  channel: NotificationChannel,
): readonly NotificationChannel[] {
  const order: readonly NotificationChannel[] = notifications.types?.[type]?.fallback ?? []
  // after a channel that is not in the list, all of the list is tried
  return order.slice(order.indexOf(channel) + 1).filter((one) => one !== channel)
}

/**
 * Reasons that make a channel useless for a customer, whatever the message. Unsubscribing is not among them: such a
 * customer can be reached but wants fewer messages.
 */
const UNREACHABLE: readonly (Reason | undefined)[] = [
  'no_address',
  'address_unproved',
  'recipient_stopped',
  'address_dead',
  'recipient_complained',
  'address_suppressed',
]

/** Whether to try another channel: this one cannot reach the customer, and retries cannot change that. */
export const leavesUnreached = (
  { channel }: Pick<Notification, 'channel'>,
  { status, failureClass, steps }: Transition,
): boolean =>
  channel !== 'WEBHOOKS' &&
  ((status === 'FAILED' && failureClass === 'PERMANENT') ||
    (status === 'CANCELLED' && UNREACHABLE.includes(steps.at(-1)?.reason as Reason | undefined)))

/** The same message over another channel, replacing one that could not be delivered. */
export function standInFor(
  notification: Notification,
  channel: NotificationChannel,
  situation: TimingContext & { newId: () => string },
): Draft {
  const { plannedOffset, scheduledFor, missedAfter: missed, context } = notification
  const draft: Draft = {
    id: `ntf_${situation.newId()}`,
    applicationId: notification.applicationId,
    appointmentId: notification.appointmentId,
    sourceEventId: notification.sourceEventId,
    type: notification.type,
    channel,
    recipientKey: notification.recipientKey,
    recipientType: notification.recipientType,
    recipientName: notification.recipientName,
    status: 'INITIALIZED',
    ...(plannedOffset !== null && { plannedOffset }),
    ...(scheduledFor && { scheduledFor }),
    ...(missed && { missedAfter: missed }),
    relevantUntil: notification.relevantUntil,
    appointmentRevision: notification.appointmentRevision,
    inviteSequence: notification.inviteSequence,
    priority: priorityOf(notification.type),
    context: { ...context, standsInFor: notification.id },
  }
  return timed(draft, situation, situation.now, undefined, missed ?? undefined)
}
