import { expect, it } from 'vitest'
import { calendarFile, googleLink, outlookLink } from './calendar-file.ts'

const event = {
  id: 'a-1',
  title: 'Advice & more',
  place: '12 Quay Street',
  start: Date.parse('2027-01-13T09:00:00Z'),
  end: Date.parse('2027-01-13T09:30:00Z'),
}
const queryOf = (address: string) => Object.fromEntries(new URL(address).searchParams)

it('passes the times of an entry to Google in UTC', () => {
  expect(queryOf(googleLink(event))).toMatchObject({
    action: 'TEMPLATE',
    text: 'Advice & more',
    dates: '20270113T090000Z/20270113T093000Z',
    location: '12 Quay Street',
  })
})

it('passes the times of an entry to Outlook in UTC', () => {
  const { startdt = '', enddt = '', subject, location } = queryOf(outlookLink(event))
  expect([Date.parse(startdt), Date.parse(enddt), subject, location]).toEqual([
    event.start,
    event.end,
    'Advice & more',
    '12 Quay Street',
  ])
})

it('keeps each text of a file on one line, which is folded after 75 octets', () => {
  const file = calendarFile({ ...event, title: 'Rates; terms,\r\nand\rmore', description: 'é'.repeat(100) })
  expect(file.split('\r\n').filter((line) => Buffer.byteLength(line) > 75 || /[\r\n]/.test(line))).toEqual([])
  const unfolded = file.replaceAll('\r\n ', '').split('\r\n')
  expect(unfolded).toContain(String.raw`SUMMARY:Rates\; terms\,\nand\nmore`)
  expect(unfolded).toContain(`DESCRIPTION:${'é'.repeat(100)}`)
})
