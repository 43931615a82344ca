import ICAL from 'ical.js'
import type { AppointmentSnapshot } from '@appointments/contracts'

// a line has at most 75 octets, and the library does not count the space at the beginning of a folded line
ICAL.foldLength = 74

/** A person or an office in a calendar; the address stands in for an empty name. */
export interface Party {
  name: string
  address: string
}

/** The parts of a calendar event that differ between invites and files; absent values are left out. */
export interface EventDetails {
  sequence: number
  stamp: Date
  summary: string
  description?: string
  location: string | undefined
  url: string | undefined
  status: 'CONFIRMED' | 'CANCELLED' | undefined
  organizer: Party
  attendee?: Party
}

/**
 * A calendar with one appointment (RFC 5545). All times are UTC, and the UID is the same in every invite and file.
 * @param domain that of the installation, because an application's sender may change while invites exist
 */
export function calendarWith(
  appointment: AppointmentSnapshot,
  domain: string,
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH',
  details: EventDetails,
): string {
  const calendar = new ICAL.Component('vcalendar')
  calendar.addPropertyWithValue('version', '2.0')
  calendar.addPropertyWithValue('prodid', '-//Appointments//Notifications//EN')
  calendar.addPropertyWithValue('method', method)
  const event = new ICAL.Component('vevent')
  calendar.addSubcomponent(event)
  const add = (name: string, value: string | number | ICAL.Time | undefined) => {
    if (value === undefined || value === '') return
    // the library escapes line feeds only
    event.addPropertyWithValue(name, typeof value === 'string' ? value.replaceAll(/\r\n?/g, '\n') : value)
  }
  add('uid', `${appointment.id}@${domain}`)
  add('sequence', details.sequence)
  add('dtstamp', utc(details.stamp))
  add('dtstart', utc(appointment.start))
  add('dtend', utc(appointment.end))
  add('created', utc(appointment.createdAt))
  add('last-modified', utc(appointment.updatedAt))
  add('summary', details.summary)
  add('location', details.location)
  add('description', details.description)
  add('url', details.url)
  add('status', details.status)
  event.addProperty(partyProperty('organizer', details.organizer))
  if (details.attendee) event.addProperty(attendeeProperty(details.attendee))
  return calendar.toString()
}

const utc = (at: Date | string): ICAL.Time => ICAL.Time.fromJSDate(new Date(at), true)

function partyProperty(property: string, { name, address }: Party): ICAL.Property {
  const party = new ICAL.Property(property)
  party.setValue(`mailto:${address}`)
  party.setParameter('cn', name || address)
  return party
}

function attendeeProperty(party: Party): ICAL.Property {
  const attendee = partyProperty('attendee', party)
  attendee.setParameter('role', 'REQ-PARTICIPANT')
  attendee.setParameter('cutype', 'INDIVIDUAL')
  attendee.setParameter('partstat', 'NEEDS-ACTION')
  attendee.setParameter('rsvp', 'FALSE')
  return attendee
}
