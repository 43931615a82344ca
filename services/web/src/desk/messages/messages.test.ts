import { expect, it } from 'vitest'
import { searchIn } from './messages.ts'

const search = (query: string) => searchIn(new URLSearchParams(query), 'bank', 'UTC', Date.now())

it('searches all messages with the chosen status', () => {
  expect(search('view=ALL&status=DELIVERED')).toMatchObject({ view: 'ALL', status: ['DELIVERED'] })
})

it('ignores the status in a search for customers who were not reached', () => {
  const found = search('status=DELIVERED&channel=SMS')
  expect(found).toMatchObject({ view: 'UNREACHED', channel: ['SMS'] })
  expect(found.status).toBeUndefined()
})

it('ends with today, unless planned messages are chosen or the customers were not reached', () => {
  const now = Date.parse('2027-01-13T12:00:00Z')
  const of = (query: string) => searchIn(new URLSearchParams(query), 'bank', 'Europe/Berlin', now)
  const span = { from: '2027-01-06T23:00:00.000Z', to: '2027-01-13T23:00:00.000Z' }
  expect(of('view=ALL&days=7')).toMatchObject(span)
  expect(of('view=ALL&status=CANCELLED')).toMatchObject(span)
  expect(of('view=ALL&status=INITIALIZED')).not.toHaveProperty('to')
  expect(of('')).not.toHaveProperty('to')
  // a status in the address counts only among all messages
  expect(of('status=DELIVERED')).not.toHaveProperty('to')
})
