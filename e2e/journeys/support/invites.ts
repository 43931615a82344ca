import ICAL from 'ical.js'
import type { ReceivedMail } from '@appointments/testing'

/** A calendar invite as a calendar program reads it. */
export interface Invite {
  method: string
  uid: string
  sequence: number
  start: string
  end: string
  status: string | undefined
}

/** The invite in a mail; undefined if it has none. */
export function inviteOf(mail: ReceivedMail): Invite | undefined {
  const part = mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar')
  if (!part) return undefined
  const text =
    part.encoding === 'base64' ? Buffer.from(part.content, 'base64').toString('utf8') : part.content
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
  const component = calendar.getFirstSubcomponent('vevent')
  if (!component) return undefined
  const event = new ICAL.Event(component)
  return {
    method: String(calendar.getFirstPropertyValue('method')),
    uid: event.uid,
    sequence: event.sequence,
    start: event.startDate.toJSDate().toISOString(),
    end: event.endDate.toJSDate().toISOString(),
    status: component.getFirstPropertyValue('status')?.toString(),
  }
}
