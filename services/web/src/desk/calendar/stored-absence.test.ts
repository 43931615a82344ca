import { describe, expect, it } from 'vitest'
import { absenceText, isFrom } from './stored-absence.ts'

const ZONE = 'Europe/Berlin'
const absence = (from: string, until: string) => ({ id: 'one', from, until })

describe('an absence in the list', () => {
  it.each([
    ['one whole day', '2027-03-27T00:00', '2027-03-28T00:00', /^27 March 2027$/],
    ['several whole days', '2027-03-27T00:00', '2027-03-30T00:00', /^27\s?–\s?29 March 2027$/],
    [
      "times of the agent's clock",
      '2027-03-27T09:00',
      '2027-03-27T12:30',
      /^Saturday,? 27 March 2027, 09:00\s?–\s?12:30$/,
    ],
    [
      'instants',
      '2027-03-27T08:00:00Z',
      '2027-03-27T11:30:00Z',
      /^Saturday,? 27 March 2027, 09:00\s?–\s?12:30$/,
    ],
  ])('of %s', (_kind, from, until, text) => {
    expect(absenceText(absence(from, until), ZONE, 'en-GB')).toMatch(text)
  })

  it.each([
    ['2027-03-27', true],
    ['2027-03-28', true],
    ['2027-03-29', false],
  ])('belongs to a list that begins on %s: %s', (day, isListed) => {
    expect(isFrom(day, absence('2027-03-27T00:00', '2027-03-29T00:00'), ZONE)).toBe(isListed)
    expect(isFrom(day, absence('2027-03-26T23:00:00Z', '2027-03-28T22:00:00Z'), ZONE)).toBe(isListed)
  })
})
