import { wholeVersion } from '@appointments/appointment'
import {
  type Application,
  type AppointmentSnapshot,
  type CustomerRecord,
  type NotificationChannel,
  type NotificationType,
  type WholeAppointment,
} from '@appointments/contracts'
import type { Announcement } from './announcements.ts'
import { channelsFor, priorityOf, schedulesFor, type Schedule } from './matrix.ts'
import { isScheduledType, type Context, type Draft, type Reason } from '../notification.ts'
import { atOffset } from './offsets.ts'
import { recipientsOf, type EndpointRecipient, type Recipient } from './recipients.ts'
import { timed } from './timed.ts'
import { lastUse, missedAfter, relevantUntil } from './windows.ts'

/** Everything that decides which notifications are created, for whom, how and when. */
export interface Situation {
  whole: WholeAppointment
  application: Application
  contacts: readonly CustomerRecord[]
  endpoints: readonly EndpointRecipient[]
  /** Channels this installation can use for the application. */
  configured: ReadonlySet<NotificationChannel>
  inviteSequence: number
  eventId: string
  eventTime: string
  traceparent: string | undefined
  now: Date
  newId: () => string
}

/** The immediate notifications of an announcement, one for each recipient and channel. */
export function announcedDrafts(announcement: Announcement, situation: Situation): Draft[] {
  const { type, withheld, withheldFromPeople } = announcement
  if (!isOpen(situation)) return []
  const channels = channelsFor(situation.application, type)
    .filter((channel) => situation.configured.has(channel))
    .filter((channel) => channel === 'WEBHOOKS' || !announcement.webhooksOnly)
  return channels.flatMap((channel) =>
    recipientsOf(situation, type, { channel, channels }, announcement.participantId).flatMap((recipient) =>
      withStandIn(recipient, channel, (over, barred, standsInFor) => {
        const draft = draftOf(situation, contextOver(over, { ...announcement, standsInFor }, situation), {
          type,
          channel: over,
          recipient,
          ...(isScheduledType(type) && { scheduledFor: situation.now }),
        })
        const silenced = over === 'WEBHOOKS' ? undefined : withheldFromPeople
        return timed(draft, situation, situation.now, withheld ?? silenced ?? barred)
      }),
    ),
  )
}

/** Webhooks describe the appointment right after the event, so their context keeps it. */
function contextOver(
  channel: NotificationChannel,
  announcement: Announcement & { standsInFor: string | undefined },
  situation: Situation,
): Context {
  const context = contextOf(announcement, situation)
  return channel === 'WEBHOOKS' ? { ...context, whole: situation.whole } : context
}

/**
 * The draft for a recipient, followed by its replacement over another channel if this one cannot reach the
 * recipient.
 */
function withStandIn(
  { barred, instead }: Recipient,
  channel: NotificationChannel,
  make: (channel: NotificationChannel, barred: Reason | undefined, standsInFor: string | undefined) => Draft,
): Draft[] {
  const draft = make(channel, barred, undefined)
  return instead && draft.reason === barred ? [draft, make(instead, undefined, draft.id)] : [draft]
}

/**
 * The scheduled notifications of an appointment: reminders and room links before the start, follow-ups after the
 * end. Those that would have been due before now are recorded as elapsed.
 * @param participantId plans only the messages of this customer
 */
export function plannedDrafts(
  types: readonly Schedule['type'][],
  announcement: Announcement,
  situation: Situation,
  participantId?: string,
): Draft[] {
  if (!isOpen(situation)) return []
  const { application, configured } = situation
  const schedules = schedulesFor(application).filter(({ type }) => types.includes(type))
  const channelsOf = (type: Schedule['type']) =>
    schedules
      .filter((one) => one.type === type)
      .flatMap(({ channels }) => channels.filter((one) => configured.has(one)))
  return schedules.flatMap((schedule) =>
    schedule.channels
      .filter((channel) => configured.has(channel))
      // webhooks are planned once per appointment, not per customer
      .filter((channel) => participantId === undefined || channel !== 'WEBHOOKS')
      .flatMap((channel) =>
        recipientsOf(
          situation,
          schedule.type,
          { channel, channels: channelsOf(schedule.type) },
          participantId,
        ).flatMap((recipient) =>
          withStandIn(recipient, channel, (over, barred, standsInFor) =>
            planned(
              { schedule, channel: over, recipient, barred },
              { ...announcement, standsInFor },
              situation,
            ),
          ),
        ),
      ),
  )
}

function planned(
  {
    schedule,
    channel,
    recipient,
    barred,
  }: { schedule: Schedule; channel: NotificationChannel; recipient: Recipient; barred: Reason | undefined },
  { actor, standsInFor }: Announcement & { standsInFor: string | undefined },
  situation: Situation,
): Draft {
  const { eventTime, whole } = situation
  const { type, offset } = schedule
  const scheduledFor = plannedTime(schedule, whole.appointment)
  const context = contextOf({ type, operation: 'timer', actor, standsInFor }, situation)
  const draft = {
    ...draftOf(situation, context, { type, channel, recipient, scheduledFor }),
    plannedOffset: offset,
  }
  const elapsed = type !== 'FOLLOW_UP' && scheduledFor <= new Date(eventTime) ? 'offset_elapsed' : undefined
  const last = lastUse(schedule, whole.appointment, scheduledFor)
  const ready = timed(draft, situation, scheduledFor, barred ?? elapsed, last)
  const dueAt = ready.dueAt ?? scheduledFor
  return { ...ready, missedAfter: missedAfter(schedule, whole.appointment, { scheduledFor, dueAt }) }
}

/** The planned time of a schedule. */
export const plannedTime = (
  { type, offset }: Pick<Schedule, 'type' | 'offset'>,
  { start, end, timezone }: Pick<AppointmentSnapshot, 'start' | 'end' | 'timezone'>,
): Date =>
  type === 'FOLLOW_UP'
    ? atOffset(new Date(end), timezone, offset, 'AFTER')
    : atOffset(new Date(start), timezone, offset, 'BEFORE')

const isOpen = ({ application, whole }: Situation) =>
  application.notifications.active && whole.appointment.notificationsActive

function contextOf(
  announcement: Announcement & { standsInFor: string | undefined },
  { whole, eventId, eventTime, traceparent }: Situation,
): Context {
  const { operation, actor, previous, userMessage, manageVersions, standsInFor } = announcement
  return {
    trigger: { operation, actor },
    eventId,
    at: eventTime,
    revision: wholeVersion(whole),
    ...(traceparent !== undefined && { traceparent }),
    ...(previous && { previous }),
    ...(userMessage !== undefined && { userMessage }),
    ...(manageVersions && { manageVersions }),
    ...(standsInFor !== undefined && { standsInFor }),
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
