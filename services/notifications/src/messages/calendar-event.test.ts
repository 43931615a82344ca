import { expect, it } from 'vitest'
import type { AppointmentSnapshot } from '@appointments/contracts'
import { calendarWith } from './calendar-event.ts'

const start = new Date(Date.now() + 86_400_000).toISOString()
const appointment = { id: 'a', start, end: start, createdAt: start, updatedAt: start } as AppointmentSnapshot

it('escapes every kind of line break, and leaves out empty values', () => {
  const calendar = calendarWith(appointment, 'example.com', 'REQUEST', {
    sequence: 0,
    stamp: new Date(start),
    summary: 'one\r\ntwo\rthree\nfour',
    location: '',
    url: undefined,
    status: 'CONFIRMED',
    organizer: { name: '', address: 'office@example.com' },
  })
  const lines = calendar.split('\r\n')
  expect(lines).toContain('SUMMARY:one\\ntwo\\nthree\\nfour')
  expect(lines).toContain('SEQUENCE:0')
  expect(lines).toContain('ORGANIZER;CN=office@example.com:mailto:office@example.com')
  expect(lines.filter((line) => /^(LOCATION|URL)/.test(line))).toEqual([])
  expect(lines.some((line) => /[\r\n]/.test(line))).toBe(false)
})
