/** Notification types (docs/contract/notifications.md#types). */
export const notificationTypes = [
  'CREATE',
  'UPDATE',
  'RESCHEDULE',
  'REASSIGN',
  'ROOM',
  'REMINDER',
  'CANCELLED',
  'FOLLOW_UP',
  'IN_PROGRESS',
  'COMPLETED',
  'FAILED',
  'NO_SHOW',
  'PARTICIPANT_ADDED',
  'PARTICIPANT_REMOVED',
  'PARTICIPANT_UPDATED',
  'INTERACTION_UPDATED',
] as const
export type NotificationType = (typeof notificationTypes)[number]

export const notificationChannels = ['EMAIL', 'SMS', 'WEBHOOKS'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

export const notificationStatuses = ['INITIALIZED', 'PENDING', 'DELIVERED', 'FAILED', 'CANCELLED'] as const
export type NotificationStatus = (typeof notificationStatuses)[number]
