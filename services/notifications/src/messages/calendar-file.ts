import { isOpen } from '@appointments/appointment'
import type { Application, Brand, WholeAppointment } from '@appointments/contracts'
import { ROOM_TICKET_VERSION } from '@appointments/credentials'
import { placeWords, untitled } from '../templates/render.ts'
import { localeFor } from '../templates/wording.ts'
import { calendarWith } from './calendar-event.ts'
import { senderNameOf } from './company.ts'
import { domainOf, oneLine } from './header-text.ts'
import type { Installation } from './message-source.ts'
import { isByVideo } from '../domain/wording/by-video.ts'
import { placeText } from './place-text.ts'

interface CalendarFile {
  known: { whole: WholeAppointment; inviteSequence: number }
  application: Application
  brand: Brand
  /** The customer who reads it; the file contains this customer's link to join. Absent for staff. */
  participantId?: string | undefined
}

/**
 * The appointment as a calendar file (RFC 5546, section 3.2.1). UID and SEQUENCE are those of the mailed invite, so a
 * calendar that has both keeps one event.
 */
export function calendarFileOf(
  { known, application, brand, participantId }: CalendarFile,
  { tickets, ...installation }: Installation,
): string {
  const { whole, inviteSequence } = known
  const { appointment } = whole
  const words = localeFor(appointment.locale, application).words
  const hasLink = participantId !== undefined && isOpen(appointment) && isByVideo(whole)
  const link = hasLink ? tickets.roomLink(participantId, ROOM_TICKET_VERSION) : undefined
  const address = application.notifications.from?.emailAddress ?? installation.mailFrom
  const name = oneLine(senderNameOf({ application, brand }, installation))
  return calendarWith(appointment, domainOf(installation.mailFrom), 'PUBLISH', {
    sequence: inviteSequence,
    stamp: new Date(appointment.updatedAt),
    summary: appointment.title ?? untitled(words),
    location: placeText(whole, placeWords(words)) ?? link,
    url: link,
    status: isOpen(appointment) ? 'CONFIRMED' : 'CANCELLED',
    organizer: { name, address },
  })
}
