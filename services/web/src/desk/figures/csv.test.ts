import { describe, expect, it } from 'vitest'
import { csvOf } from './csv.ts'

describe('a table as CSV', () => {
  it('has a line for each row, and an empty cell for a missing value', () => {
    expect(
      csvOf([
        ['Day', 'Booked', 'Median'],
        ['Thu 26 November', 3, undefined],
      ]),
    ).toBe('Day,Booked,Median\r\nThu 26 November,3,\r\n')
  })

  it('quotes commas, quotes and line breaks', () => {
    expect(csvOf([['Team "North", 2nd', 'a\nb', 'plain']])).toBe('"Team ""North"", 2nd","a\nb",plain\r\n')
  })

  it.each(['=HYPERLINK("x")', '+49 30', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
    'keeps %j from being a formula',
    (text) => {
      expect(csvOf([[text]]).replace(/^"/, '')).toMatch(/^'/)
    },
  )

  it('leaves negative numbers as they are', () => {
    expect(csvOf([[-1, 0.5]])).toBe('-1,0.5\r\n')
  })
})
