import { expect, it } from 'vitest'
import { cursorAt, positionOf } from './cursors.ts'

const filters = { status: ['FAILED'], applicationId: 'app-1' }
const types = ['number', 'string'] as const

it('a cursor keeps its position if the filters are in another order', () => {
  const cursor = cursorAt([1_800_000_000_000, 'ntf_1'], filters)
  expect(cursor).toMatch(/^[\w.-]+$/)
  expect(positionOf(cursor, { applicationId: 'app-1', status: ['FAILED'] }, types)).toEqual([
    1_800_000_000_000,
    'ntf_1',
  ])
})

it('a cursor is invalid with other filters', () => {
  const cursor = cursorAt([1, 'ntf_1'], filters)
  expect(positionOf(cursor, { ...filters, status: ['DELIVERED'] }, types)).toBeUndefined()
})

it.each(['', 'x', '.', 'a.b.c', cursorAt([], filters), cursorAt(['1', 2], filters), cursorAt([1], filters)])(
  '%j is not a valid cursor',
  (cursor) => {
    expect(positionOf(cursor, filters, types)).toBeUndefined()
  },
)

it('a cursor with a damaged position is invalid', () => {
  const [fingerprint] = cursorAt([1, 'a'], filters).split('.')
  expect(positionOf(`${fingerprint}.bm90IGpzb24`, filters, types)).toBeUndefined()
})
