import type { Application, NotificationChannel, NotificationType } from '@appointments/contracts'
import type { Notification } from '../notification.ts'

/** Channels a type goes over unless the application says otherwise. */
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

export type ScheduledType = 'ROOM' | 'REMINDER' | 'FOLLOW_UP'

/** When, relative to the appointment, something goes out: before the start, a FOLLOW_UP after the end. */
export interface Schedule {
  type: ScheduledType
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

/** Channels a type goes over in an application. */
export const channelsFor = (
  { notifications }: Settings,
  type: NotificationType,
): readonly NotificationChannel[] => notifications.types?.[type]?.channels ?? DEFAULT_CHANNELS[type]

/**
 * What an application plans ahead. A list of its own is the whole plan, and an entry names its channels itself;
 * without one the default plan runs over the channels of each type.
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

/** Whether anything of a type may go over a channel in an application, at once or planned. */
export const isEnabled = (
  settings: Settings,
  type: NotificationType,
  channel: NotificationChannel,
): boolean =>
  settings.notifications.active &&
  (channelsFor(settings, type).includes(channel) ||
    schedulesFor(settings).some((schedule) => schedule.type === type && schedule.channels.includes(channel)))

/** Whether a notification may go out: over a channel its type goes over, or in the place of one that failed. */
export const mayGoOver = (
  settings: Settings,
  { type, channel, context }: Pick<Notification, 'type' | 'channel' | 'context'>,
): boolean => {
  if (isEnabled(settings, type, channel)) return true
  const { active, types } = settings.notifications
  const fallback: readonly NotificationChannel[] = types?.[type]?.fallback ?? []
  return active && context.standsInFor !== undefined && fallback.includes(channel)
}

/** Lower goes first among what is due. */
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
