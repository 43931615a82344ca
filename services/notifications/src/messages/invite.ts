import type { MessageValues } from '../templates/catalog.ts'
import { calendarWith, type Party } from './calendar-event.ts'
import type { MessageSource } from './message-source.ts'
import { isByVideo } from '../domain/wording/by-video.ts'

/** The calendar invite of a mail (RFC 5546). */
export interface Invite {
  method: 'REQUEST' | 'CANCEL'
  content: string
}

interface InviteParts {
  domain: string
  from: Party
  to: Party
  values: MessageValues
  /** The place, if it is not the room behind the link. */
  place?: string | undefined
  description: string
}

/**
 * The invite of a notification. The UID never changes during the life of the appointment, and SEQUENCE increases with
 * every change that calendars must apply.
 */
export function inviteOf({ notification, whole }: MessageSource, parts: InviteParts): Invite {
  const { domain, from, to, values } = parts
  const { type } = notification
  const isCancelled = type === 'CANCELLED'
  const method = isCancelled || type === 'PARTICIPANT_REMOVED' ? 'CANCEL' : 'REQUEST'
  const link = isByVideo(whole) ? values.roomLink : undefined
  const content = calendarWith(whole.appointment, domain, method, {
    sequence: notification.inviteSequence,
    stamp: new Date(notification.context.at),
    summary: values.title,
    description: parts.description,
    // the link to join, if there is a room; the link to change the appointment is in the description
    location: method === 'REQUEST' ? (parts.place ?? link) : undefined,
    url: method === 'REQUEST' ? link : undefined,
    // a removed customer's event is cancelled only for that customer; the event itself continues, so it has no
    // STATUS
    status: isCancelled ? 'CANCELLED' : method === 'REQUEST' ? 'CONFIRMED' : undefined,
    organizer: from,
    attendee: to,
  })
  return { method, content }
}
