/* Links to calendar services that add an appointment. */

/** Instants are milliseconds. */
export interface CalendarEvent {
  start: number
  end: number
  title: string
  place: string
  description?: string | undefined
}

const utc = (instant: number) => new Date(instant).toISOString().replaceAll(/[-:]|\.\d+/g, '')

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
