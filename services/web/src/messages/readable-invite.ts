/** A calendar invite for display. */
interface ReadableInvite {
  summary: string
  when: string
  facts: [name: string, value: string][]
}

const NAMES = {
  METHOD: 'Method',
  STATUS: 'Status',
  SEQUENCE: 'Sequence',
  UID: 'UID',
  ORGANIZER: 'Organizer',
  ATTENDEE: 'Attendee',
}

/** Extracts the main fields of an iCalendar text (RFC 5545). */
export function readableInvite(content: string): ReadableInvite {
  // unfold long lines: a line break followed by a space continues the previous line
  const lines = content.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/)
  const valueOf = (name: string): string | undefined => {
    const line = lines.find((one) => new RegExp(`^${name}[;:]`).test(one))
    return line
      ?.slice(line.indexOf(':', /^[^"]*?"/.test(line) ? line.lastIndexOf('"') : 0) + 1)
      .replaceAll(/\\([,;\\])/g, '$1')
  }
  return {
    summary: valueOf('SUMMARY') ?? '',
    when: [valueOf('DTSTART'), valueOf('DTEND')].map(readableInstant).join(' – '),
    facts: Object.entries(NAMES).flatMap(([name, label]) => {
      const value = valueOf(name)
      return value === undefined ? [] : [[label, value.replace(/^mailto:/i, '')]]
    }),
  }
}

function readableInstant(text: string | undefined): string {
  const [, year, month, day, hour, minute] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/.exec(text ?? '') ?? []
  return year === undefined
    ? (text ?? '')
    : `${year}-${month ?? ''}-${day ?? ''} ${hour ?? ''}:${minute ?? ''} UTC`
}
