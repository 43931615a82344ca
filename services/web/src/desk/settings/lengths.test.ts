import { expect, it } from 'vitest'
import { durationOf, lengthIn, shownLength } from './lengths.ts'

it.each([
  ['PT10M', { amount: '10', unit: 'M' }],
  ['PT24H', { amount: '24', unit: 'H' }],
  ['PT90M', { amount: '90', unit: 'M' }],
  ['PT120M', { amount: '2', unit: 'H' }],
  ['P2D', { amount: '2', unit: 'D' }],
  ['P1DT2H', { amount: '26', unit: 'H' }],
  ['PT0S', { amount: '0', unit: 'M' }],
  ['PT90S', { amount: '1.5', unit: 'M' }],
  [undefined, { amount: '', unit: 'H' }],
])('shows %s as a number and a unit', (duration, length) => {
  expect(lengthIn(duration)).toEqual(length)
})

it('writes a number and a unit as a duration', () => {
  expect(durationOf('24', 'H')).toBe('PT24H')
  expect(durationOf('2', 'D')).toBe('P2D')
  expect(durationOf(' ', 'M')).toBeUndefined()
})

it('keeps the unit of a field that is emptied', () => {
  expect(shownLength({ amount: '', unit: 'D' }, undefined)).toEqual({ amount: '', unit: 'D' })
  expect(shownLength({ amount: '', unit: 'D' }, '')).toEqual({ amount: '', unit: 'D' })
})

it('shows a value that was not typed', () => {
  expect(shownLength({ amount: '2', unit: 'D' }, 'PT10M')).toEqual({ amount: '10', unit: 'M' })
  expect(shownLength({ amount: '2', unit: 'D' }, '')).toEqual({ amount: '', unit: 'H' })
})
