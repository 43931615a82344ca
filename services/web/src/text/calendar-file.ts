/* An appointment for calendars: as a file (RFC 5545), and as links to calendar services. */

/** Instants are milliseconds. */
export interface CalendarEvent {
  id: string
  start: number
  end: number
  title: string
  place: string
  description?: string | undefined
}

const MOST_OCTETS = 75

const utc = (instant: number) => new Date(instant).toISOString().replaceAll(/[-:]|\.\d+/g, '')
const escaped = (text: string) =>
  text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n?|\n/g, String.raw`\n`)

/** Splits a line into lines of at most 75 octets; each further one begins with a space. */
function folded(line: string): string {
  const encoder = new TextEncoder()
  let length = 0
  let text = ''
  for (const character of line) {
    const size = encoder.encode(character).length
    if (length + size > MOST_OCTETS) {
      text += '\r\n '
      length = 1
    }
    text += character
    length += size
  }
  return text
}

/** The file with one appointment. */
export const calendarFile = ({ id, start, end, title, place, description }: CalendarEvent): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Appointments//Web//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escaped(id)}`,
    `DTSTAMP:${utc(Date.now())}`,
    `DTSTART:${utc(start)}`,
    `DTEND:${utc(end)}`,
    `SUMMARY:${escaped(title)}`,
    `LOCATION:${escaped(place)}`,
    ...(description === undefined ? [] : [`DESCRIPTION:${escaped(description)}`]),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('')

const withQuery = (address: string, query: Record<string, string>) =>
  `${address}?${new URLSearchParams(query).toString()}`

/** A new entry in Google's calendar. */
export const googleLink = ({ start, end, title, place, description = '' }: CalendarEvent): string =>
  withQuery('https://calendar.google.com/calendar/render', {
    action: 'TEMPLATE',
    text: title,
    dates: `${utc(start)}/${utc(end)}`,
    location: place,
    details: description,
  })

/** A new entry in Outlook's calendar. */
export const outlookLink = ({ start, end, title, place, description = '' }: CalendarEvent): string =>
  withQuery('https://outlook.live.com/calendar/0/deeplink/compose', {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: new Date(start).toISOString(),
    enddt: new Date(end).toISOString(),
    location: place,
    body: description,
  })
