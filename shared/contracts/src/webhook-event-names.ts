import { notificationTypes, type NotificationType } from './notification-types.ts'

/** Name of each notification type in webhooks. */
export const webhookEventNames = {
  CREATE: 'appointment.created',
  UPDATE: 'appointment.updated',
  RESCHEDULE: 'appointment.rescheduled',
  REASSIGN: 'appointment.reassigned',
  ROOM: 'appointment.room_ready',
  REMINDER: 'appointment.reminder',
  CANCELLED: 'appointment.cancelled',
  FOLLOW_UP: 'appointment.follow_up',
  IN_PROGRESS: 'appointment.in_progress',
  COMPLETED: 'appointment.completed',
  FAILED: 'appointment.failed',
  NO_SHOW: 'appointment.no_show',
  PARTICIPANT_ADDED: 'appointment.participant.added',
  PARTICIPANT_REMOVED: 'appointment.participant.removed',
  PARTICIPANT_UPDATED: 'appointment.participant.updated',
  INTERACTION_UPDATED: 'appointment.interaction.updated',
} as const satisfies Record<NotificationType, string>

export type WebhookEventName = (typeof webhookEventNames)[NotificationType]

export const eventNames = Object.values(webhookEventNames)

const typesByName = new Map<string, NotificationType>(
  notificationTypes.map((type) => [webhookEventNames[type], type]),
)

/** The notification type of an event name; a notification type is returned unchanged. */
export const typeOfEvent = (event: WebhookEventName | NotificationType): NotificationType =>
  typesByName.get(event) ?? (event as NotificationType)
