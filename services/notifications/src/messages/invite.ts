import {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalAttendeeType,
  ICalCalendar,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator'
import type { MessageValues } from '../templates/catalog.ts'
import type { MessageSource } from './message-source.ts'

/** The calendar invite of a mail (RFC 5546). */
export interface Invite {
  method: 'REQUEST' | 'CANCEL'
  content: string
}

/** Escapes quotes, line breaks and carets in a name for a calendar parameter (RFC 6868). */
const calendarName = (name: string): string =>
  name
    .replaceAll('^', '^^')
    .replaceAll(/\r?\n|\r/g, '^n')
    .replaceAll('"', "^'")

interface Party {
  name: string
  address: string
}

/**
 * The invite of a notification. All times are UTC, the UID never changes during the life of the appointment, and
 * SEQUENCE increases with every change that calendars must apply.
 */
export function inviteOf(
  { notification, whole }: MessageSource,
  parts: { domain: string; from: Party; to: Party; values: MessageValues; description: string },
): Invite {
  const { appointment } = whole
  const { domain, from, to, values } = parts
  const { type } = notification
  const isCancelled = type === 'CANCELLED'
  const method = isCancelled || type === 'PARTICIPANT_REMOVED' ? 'CANCEL' : 'REQUEST'
  const calendar = new ICalCalendar({
    prodId: { company: 'Appointments', product: 'Notifications', language: 'EN' },
    method: ICalCalendarMethod[method],
  })
  calendar.createEvent({
    // the domain of the installation: an application's sender may change while invites exist
    id: `${appointment.id}@${domain}`,
    sequence: notification.inviteSequence,
    stamp: new Date(notification.context.at),
    created: new Date(appointment.createdAt),
    lastModified: new Date(appointment.updatedAt),
    start: new Date(appointment.start),
    end: new Date(appointment.end),
    summary: values.title,
    description: parts.description,
    // the link to join; the link to change the appointment is in the description
    location: method === 'REQUEST' ? values.roomLink : null,
    url: method === 'REQUEST' ? values.roomLink : null,
    // a removed customer's event is cancelled only for that customer; the event itself continues, so it has no
    // STATUS
    status: isCancelled ? ICalEventStatus.CANCELLED : method === 'REQUEST' ? ICalEventStatus.CONFIRMED : null,
    organizer: { name: calendarName(from.name || from.address), email: from.address },
    attendees: [
      {
        name: calendarName(to.name || to.address),
        email: to.address,
        type: ICalAttendeeType.INDIVIDUAL,
        role: ICalAttendeeRole.REQ,
        status: ICalAttendeeStatus.NEEDSACTION,
        rsvp: false,
      },
    ],
  })
  return { method, content: calendar.toString() }
}
