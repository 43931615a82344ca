import { ICalCalendar, ICalCalendarMethod, type ICalEventData } from 'ical-generator'
import type { AppointmentSnapshot } from '@appointments/contracts'

/** Escapes quotes, line breaks and carets in a name for a calendar parameter (RFC 6868). */
export const calendarName = (name: string): string =>
  name
    .replaceAll('^', '^^')
    .replaceAll(/\r?\n|\r/g, '^n')
    .replaceAll('"', "^'")

/** A person or an office in a calendar. */
export interface Party {
  name: string
  address: string
}

/**
 * A calendar with one appointment (RFC 5545). All times are UTC, and the UID is the same in every invite and file.
 * @param domain of the installation: an application's sender may change while invites exist
 * @param details the parts that depend on the method
 */
export function calendarWith(
  appointment: AppointmentSnapshot,
  domain: string,
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH',
  details: Omit<ICalEventData, 'id' | 'start' | 'end' | 'created' | 'lastModified'>,
): string {
  const calendar = new ICalCalendar({
    prodId: { company: 'Appointments', product: 'Notifications', language: 'EN' },
    method: ICalCalendarMethod[method],
  })
  calendar.createEvent({
    id: `${appointment.id}@${domain}`,
    created: new Date(appointment.createdAt),
    lastModified: new Date(appointment.updatedAt),
    start: new Date(appointment.start),
    end: new Date(appointment.end),
    ...details,
  })
  return calendar.toString()
}
