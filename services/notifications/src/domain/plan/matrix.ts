import type { Application, NotificationChannel, NotificationType } from '@appointments/contracts'
import type { Notification, scheduledTypes } from '../notification.ts'

/** Default channels of each type. */
const DEFAULT_CHANNELS: Record<NotificationType, readonly NotificationChannel[]> = {
  CREATE: ['EMAIL', 'WEBHOOKS'],
  UPDATE: ['EMAIL', 'WEBHOOKS'],
  RESCHEDULE: ['EMAIL', 'SMS', 'WEBHOOKS'],
  REASSIGN: ['WEBHOOKS'],
  ROOM: ['EMAIL', 'SMS', 'WEBHOOKS'],
  REMINDER: ['EMAIL', 'SMS'],
  CANCELLED: ['EMAIL', 'SMS', 'WEBHOOKS'],
  FOLLOW_UP: [],
  IN_PROGRESS: ['WEBHOOKS'],
  COMPLETED: ['WEBHOOKS'],
  FAILED: ['WEBHOOKS'],
  NO_SHOW: ['WEBHOOKS'],
  PARTICIPANT_ADDED: ['EMAIL', 'WEBHOOKS'],
  PARTICIPANT_REMOVED: ['EMAIL', 'WEBHOOKS'],
  PARTICIPANT_UPDATED: ['WEBHOOKS'],
  INTERACTION_UPDATED: ['WEBHOOKS'],
}

/** When something is sent relative to the appointment: before its start, or a FOLLOW_UP after its end. */
export interface Schedule {
  type: (typeof scheduledTypes)[number]
  offset: string
  channels: readonly NotificationChannel[]
  misfire?: 'SEND_IF_RELEVANT' | 'SKIP' | undefined
  minLead?: string | undefined
}

const DEFAULT_SCHEDULES: readonly Schedule[] = [
  { type: 'REMINDER', offset: 'PT24H', channels: ['EMAIL', 'WEBHOOKS'] },
  { type: 'REMINDER', offset: 'PT1H', channels: ['SMS'] },
  { type: 'FOLLOW_UP', offset: 'PT2H', channels: ['EMAIL', 'SMS', 'WEBHOOKS'] },
]

type Settings = Pick<Application, 'notifications'>

/** Channels of a type in an application. */
export const channelsFor = (
  { notifications }: Settings,
  type: NotificationType,
): readonly NotificationChannel[] => notifications.types?.[type]?.channels ?? DEFAULT_CHANNELS[type]

/**
 * The schedules of an application. Its list, if any, is the whole plan, and each entry names its channels;
 * otherwise the default plan applies to the channels of each type.
 */
export function schedulesFor(settings: Settings): readonly Schedule[] {
  const own = settings.notifications.schedules
  return (own ?? DEFAULT_SCHEDULES)
    .map((schedule) => ({ ...schedule, channels: plannedChannels(settings, schedule, own !== undefined) }))
    .filter(({ channels }) => channels.length > 0)
}

function plannedChannels(settings: Settings, { type, channels }: Schedule, isOwn: boolean) {
  const narrowed = isOwn ? settings.notifications.types?.[type]?.channels : channelsFor(settings, type)
  return narrowed ? channels.filter((channel) => narrowed.includes(channel)) : channels
}

/** Whether a type is ever sent over a channel in an application, immediately or planned. */
export const isEnabled = (
  settings: Settings,
  type: NotificationType,
  channel: NotificationChannel,
): boolean =>
  settings.notifications.active &&
  (channelsFor(settings, type).includes(channel) ||
    schedulesFor(settings).some((schedule) => schedule.type === type && schedule.channels.includes(channel)))

/**
 * Whether a notification may be sent over its channel, either as one of its type or as the fallback of a failed
 * one.
 */
export const mayGoOver = (
  settings: Settings,
  { type, channel, context }: Pick<Notification, 'type' | 'channel' | 'context'>,
): boolean => {
  if (isEnabled(settings, type, channel)) return true
  const { active, types } = settings.notifications
  const fallback: readonly NotificationChannel[] = types?.[type]?.fallback ?? []
  return active && context.standsInFor !== undefined && fallback.includes(channel)
}

/** The priority of a type; messages with a lower number are sent first. */
export const priorityOf = (type: NotificationType): number =>
  type === 'ROOM' || type === 'CANCELLED' ? 0 : type === 'FOLLOW_UP' ? 2 : 1

const INVITE_TYPES: readonly NotificationType[] = [
  'CREATE',
  'UPDATE',
  'RESCHEDULE',
  'CANCELLED',
  'PARTICIPANT_ADDED',
  'PARTICIPANT_REMOVED',
]

/** Whether mail of a type carries a calendar invite. */
export const hasInvite = ({ notifications }: Settings, type: NotificationType): boolean =>
  notifications.types?.[type]?.attachCalendar ?? INVITE_TYPES.includes(type)
