import type { Application, NotificationChannel, NotificationType } from '@appointments/contracts'
import { priorityOf } from './matrix.ts'
import type { Draft, Notification } from '../notification.ts'
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
