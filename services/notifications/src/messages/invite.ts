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

/** A calendar invite (RFC 5546) as a mail carries it. */
export interface Invite {
  method: 'REQUEST' | 'CANCEL'
  content: string
}

/** Quotes, line ends and carets of a name, as parameters of a calendar carry them (RFC 6868). */
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
 * The invite of a notification. All times are UTC, the UID stays the same for the life of the appointment, and
 * SEQUENCE rises with every change a calendar has to take over.
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
    // of the installation: an application may change its sender while invites are out
    id: `${appointment.id}@${domain}`,
    sequence: notification.inviteSequence,
    stamp: new Date(notification.context.at),
    created: new Date(appointment.createdAt),
    lastModified: new Date(appointment.updatedAt),
    start: new Date(appointment.start),
    end: new Date(appointment.end),
    summary: values.title,
    description: parts.description,
    // the way in; how to change it is in the description
    location: method === 'REQUEST' ? values.roomLink : null,
    url: method === 'REQUEST' ? values.roomLink : null,
    // one who leaves is told that the event is gone for them; the event itself goes on, so it has no STATUS
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
