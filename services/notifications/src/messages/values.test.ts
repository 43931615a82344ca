import { expect, it } from 'vitest'
import { DAY_MS, unconfigured } from '@appointments/contracts'
import { tickets } from '@appointments/credentials'
import { unsubscribeTickets } from '../keys/unsubscribe-tickets.ts'
import type { Installation } from './message-source.ts'
import { sampleSource } from './sample-source.ts'
import { spokenValues } from './values.ts'

const NOW = new Date('2026-11-28T12:00:00Z')
const PUBLIC_URL = 'https://appointments.example'
const SECRET = 'x'.repeat(32)
const installation: Installation = {
  mailFrom: 'service@appointments.example',
  mailFromName: 'Appointments',
  smsFrom: undefined,
  publicUrl: PUBLIC_URL,
  host: 'appointments.example',
  tickets: tickets(SECRET, PUBLIC_URL),
  unsubscribe: unsubscribeTickets(SECRET, PUBLIC_URL, (text) => text),
}

it.each([
  ['the year is in a confirmation', null, /6 Jan 2028/],
  ['no year is in a reminder', new Date('2028-01-05T09:00:00Z'), /6 Jan,? 09:00/],
])('%s of an appointment in the year after next', (_, scheduledFor, words) => {
  const sample = sampleSource({
    type: 'CREATE',
    locale: 'en-GB',
    application: unconfigured('app'),
    brand: {},
    now: NOW,
    newId: () => 'id',
  })
  const start = new Date('2028-01-06T09:00:00Z')
  const times = { start: start.toISOString(), end: new Date(start.getTime() + DAY_MS).toISOString() }
  const { values } = spokenValues(
    {
      ...sample,
      notification: { ...sample.notification, scheduledFor },
      whole: { ...sample.whole, appointment: { ...sample.whole.appointment, ...times } },
    },
    'sms',
    installation,
  )
  expect(values.whenShort).toMatch(words)
})
