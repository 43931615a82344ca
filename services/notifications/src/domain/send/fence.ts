import { customersOf } from '@appointments/appointment'
import { type NotificationType, type WholeAppointment } from '@appointments/contracts'
import type { Notification, Reason } from '../notification.ts'
import { isByVideo } from '../wording/by-video.ts'

/** Types that make sense only while the appointment is going to take place. */
const AHEAD: readonly NotificationType[] = [
  'CREATE',
  'UPDATE',
  'RESCHEDULE',
  'REASSIGN',
  'ROOM',
  'REMINDER',
  'PARTICIPANT_ADDED',
]

/** Types a removed customer still gets. */
const FAREWELLS: readonly NotificationType[] = ['CANCELLED', 'PARTICIPANT_REMOVED']

/** Types that tell a customer that the appointment, or their part in it, has ended. */
export const isFarewell = (type: NotificationType): boolean => FAREWELLS.includes(type)

export const isAhead = (type: NotificationType): boolean => AHEAD.includes(type)

/**
 * Why a notification must not be sent any more, according to the appointment at the time of sending.
 * @param scheduleVersion appointment version that last moved the appointment
 */
export function fenced(
  notification: Notification,
  { whole, scheduleVersion }: { whole: WholeAppointment; scheduleVersion: number },
  now: Date,
): Reason | undefined {
  const { type, channel, plannedOffset } = notification
  const { appointment, roster } = whole
  const isOver = appointment.state === 'CANCELLED' || appointment.state === 'ABORTED'
  const isPlanned = plannedOffset !== null
  // a webhook reports what happened; a planned message or one to a person is about the future
  const isReport = channel === 'WEBHOOKS' && !isPlanned
  if (channel !== 'WEBHOOKS' && !isFarewell(type) && !takesPart(roster, notification.recipientKey)) {
    return 'recipient_removed'
  }
  if (isOver && isAhead(type) && !isReport) return 'appointment_over'
  if (type === 'FOLLOW_UP' && appointment.outcome !== 'COMPLETED') return 'not_completed'
  if (isPlanned && notification.appointmentRevision < scheduleVersion) return 'superseded'
  if (now > sendableUntil(notification)) return 'missed_window'
  // the customers of other appointments are called, or come to the address, even if a room was opened
  const isOpen = appointment.state === 'ACTIVATED' && (channel === 'WEBHOOKS' || isByVideo(whole))
  if (type === 'ROOM' && !isOpen && !isReport) return 'room_not_open'
  return undefined
}

/**
 * Until when the next attempt is worthwhile: the first has a window, retries continue while the message is
 * relevant.
 */
export const sendableUntil = ({
  attemptNo,
  missedAfter,
  relevantUntil,
}: Pick<Notification, 'attemptNo' | 'missedAfter' | 'relevantUntil'>): Date =>
  attemptNo === 0 && missedAfter ? missedAfter : relevantUntil

const takesPart = (roster: WholeAppointment['roster'], participantId: string) =>
  customersOf(roster).some(({ id }) => id === participantId)
