import {
  customersOf,
  wholeVersion,
  type Application,
  type AppointmentSnapshot,
  type CustomerRecord,
  type NotificationChannel,
  type NotificationType,
  type WholeAppointment,
} from '@appointments/contracts'
import type { Announcement } from './announcements.ts'
import { channelsFor, priorityOf, schedulesFor, type Schedule } from './matrix.ts'
import { isScheduledType, type Context, type Draft, type Reason } from './notification.ts'
import { atOffset } from './offsets.ts'
import { outsideQuietHours, quietHoursFor } from './quiet-hours.ts'
import { takesWebhooks } from './webhook-endpoint.ts'
import { missedAfter, relevantUntil } from './windows.ts'

/** A webhook endpoint as a recipient. */
export interface EndpointRecipient {
  id: string
  url: string
  events: readonly NotificationType[] | null
  enabled: boolean
  state: 'ACTIVE' | 'FAILING' | 'DISABLED'
}

/** Everything that decides who is told what, how and when. */
export interface Situation {
  whole: WholeAppointment
  application: Application
  contacts: readonly CustomerRecord[]
  endpoints: readonly EndpointRecipient[]
  /** Channels this installation can send over for the application. */
  configured: ReadonlySet<NotificationChannel>
  inviteSequence: number
  eventId: string
  eventTime: string
  now: Date
  newId: () => string
}

interface Recipient {
  key: string
  name: string
  type: 'CUSTOMER' | 'WEBHOOK'
  /** Why nothing is sent although there is someone to send to. */
  barred?: Reason
}

/** The notifications of an announcement that go out at once, one for each recipient and channel. */
export function announcedDrafts(announcement: Announcement, situation: Situation): Draft[] {
  const { type, withheld } = announcement
  if (!isOpen(situation)) return []
  const channels = channelsFor(situation.application, type)
    .filter((channel) => situation.configured.has(channel))
    .filter((channel) => channel === 'WEBHOOKS' || !announcement.webhooksOnly)
  return channels.flatMap((channel) =>
    recipientsOf(situation, type, channel, announcement.participantId).map((recipient) => {
      const scheduledFor = isScheduledType(type) ? situation.now : undefined
      const context = contextOf(announcement, situation)
      const told = channel === 'WEBHOOKS' ? { ...context, whole: situation.whole } : context
      const draft = draftOf(situation, told, {
        type,
        channel,
        recipient,
        ...(scheduledFor && { scheduledFor }),
      })
      return timed(draft, situation, situation.now, withheld ?? recipient.barred)
    }),
  )
}

/**
 * What is planned ahead for an appointment: reminders and room links before the start, follow-ups after the end.
 * What would have been due before now is recorded as elapsed.
 * @param participantId one customer, where only that one's messages are planned
 */
export function plannedDrafts(
  types: readonly Schedule['type'][],
  announcement: Announcement,
  situation: Situation,
  participantId?: string,
): Draft[] {
  if (!isOpen(situation)) return []
  return schedulesFor(situation.application)
    .filter(({ type }) => types.includes(type))
    .flatMap((schedule) =>
      schedule.channels
        .filter((channel) => situation.configured.has(channel))
        // webhooks are planned for the appointment, not for each customer
        .filter((channel) => participantId === undefined || channel !== 'WEBHOOKS')
        .flatMap((channel) =>
          recipientsOf(situation, schedule.type, channel, participantId).map((recipient) =>
            planned(schedule, channel, recipient, announcement, situation),
          ),
        ),
    )
}

function planned(
  schedule: Schedule,
  channel: NotificationChannel,
  recipient: Recipient,
  announcement: Announcement,
  situation: Situation,
): Draft {
  const { now, whole } = situation
  const scheduledFor = plannedTime(schedule, whole.appointment)
  const { actor } = announcement
  const draft = {
    ...draftOf(situation, contextOf({ type: schedule.type, operation: 'timer', actor }, situation), {
      type: schedule.type,
      channel,
      recipient,
      scheduledFor,
    }),
    plannedOffset: schedule.offset,
    missedAfter: missedAfter(schedule, whole.appointment, scheduledFor),
  }
  const elapsed = schedule.type !== 'FOLLOW_UP' && scheduledFor <= now ? 'offset_elapsed' : undefined
  return timed(draft, situation, scheduledFor, recipient.barred ?? elapsed)
}

/** The planned moment of a schedule. */
export const plannedTime = (
  { type, offset }: Pick<Schedule, 'type' | 'offset'>,
  { start, end, timezone }: Pick<AppointmentSnapshot, 'start' | 'end' | 'timezone'>,
): Date =>
  type === 'FOLLOW_UP'
    ? atOffset(new Date(end), timezone, offset, 'AFTER')
    : atOffset(new Date(start), timezone, offset, 'BEFORE')

const isOpen = ({ application, whole }: Situation) =>
  application.notifications.active && whole.appointment.notificationsActive

function recipientsOf(
  situation: Situation,
  type: NotificationType,
  channel: NotificationChannel,
  participantId: string | undefined,
): Recipient[] {
  if (channel === 'WEBHOOKS') return endpointsOf(situation, type)
  const told =
    participantId === undefined ? customersOf(situation.whole.roster).map(({ id }) => id) : [participantId]
  return situation.contacts
    .filter(({ id }) => told.includes(id))
    .filter((customer) => addressOf(customer, channel) !== undefined)
    .map((customer) => ({ key: customer.id, name: nameOf(customer), type: 'CUSTOMER' }))
}

const endpointsOf = ({ endpoints }: Situation, type: NotificationType): Recipient[] =>
  endpoints
    .filter(({ events }) => events === null || events.includes(type))
    .map((endpoint) => ({
      key: endpoint.id,
      name: new URL(endpoint.url).host,
      type: 'WEBHOOK',
      ...(!takesWebhooks(endpoint) && { barred: 'endpoint_disabled' as const }),
    }))

/** Where a customer is reached over a channel. */
export const addressOf = (customer: CustomerRecord, channel: NotificationChannel): string | undefined =>
  channel === 'EMAIL' ? customer.email : channel === 'SMS' ? customer.phone : undefined

/** How a history names a customer, without an address. */
const nameOf = ({ firstName, lastName, username, id }: CustomerRecord): string =>
  [firstName, lastName].filter(Boolean).join(' ') || (username ?? id)

function contextOf(announcement: Announcement, { whole, eventId, eventTime }: Situation): Context {
  const { operation, actor, previous, userMessage } = announcement
  return {
    trigger: { operation, actor },
    eventId,
    at: eventTime,
    revision: wholeVersion(whole),
    ...(previous && { previous }),
    ...(userMessage !== undefined && { userMessage }),
  }
}

function draftOf(
  situation: Situation,
  context: Context,
  {
    type,
    channel,
    recipient,
    scheduledFor,
  }: { type: NotificationType; channel: NotificationChannel; recipient: Recipient; scheduledFor?: Date },
): Draft {
  const { whole, now, newId, eventId, inviteSequence } = situation
  return {
    id: `ntf_${newId()}`,
    applicationId: whole.appointment.applicationId,
    appointmentId: whole.appointment.id,
    sourceEventId: eventId,
    type,
    channel,
    recipientKey: recipient.key,
    recipientType: recipient.type,
    recipientName: recipient.name,
    status: 'INITIALIZED',
    ...(scheduledFor && { scheduledFor }),
    relevantUntil: relevantUntil(type, channel, whole.appointment, { now, scheduledFor }),
    appointmentRevision: whole.appointment.version,
    inviteSequence,
    priority: priorityOf(type),
    context,
  }
}

/** The draft with the moment it is due, kept out of quiet hours; or called off, with the reason. */
function timed(draft: Draft, situation: Situation, dueAt: Date, barred: Reason | undefined): Draft {
  if (barred) return { ...draft, status: 'CANCELLED', reason: barred }
  const { type, channel, relevantUntil: deadline } = draft
  const zone = situation.whole.appointment.timezone
  const quiet = quietHoursFor(situation.application, type, channel, zone)
  const at = quiet ? outsideQuietHours(dueAt, quiet, deadline, situation.now) : dueAt
  if (!at) return { ...draft, status: 'CANCELLED', reason: 'quiet_hours' }
  return { ...draft, dueAt: at, ...(at.getTime() !== dueAt.getTime() && { reason: 'quiet_hours' as const }) }
}
