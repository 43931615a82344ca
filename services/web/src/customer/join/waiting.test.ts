import { expect, it } from 'vitest'
import { joinFrom } from './waiting.ts'

const start = '2027-01-13T09:00:00Z'

it.each([
  ['15 minutes before the start', {}, '2027-01-13T08:45:00Z'],
  ['when the appointment says so', { joinFrom: '2027-01-13T08:30:00Z' }, '2027-01-13T08:30:00Z'],
])('customers can join %s', (_, known, expected) => {
  expect(joinFrom({ start, ...known })).toBe(Date.parse(expected))
})
