import { expect, it } from 'vitest'
import { googleLink, outlookLink } from './calendar-links.ts'

const event = {
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
