import { expect, it } from 'vitest'
import { cursorAt, positionOf } from './cursors.ts'

const filters = { status: ['FAILED'], applicationId: 'app-1' }
const types = ['number', 'string'] as const

it('a cursor keeps its position, whatever the order of the filters', () => {
  const cursor = cursorAt([1_800_000_000_000, 'ntf_1'], filters)
  expect(cursor).toMatch(/^[\w.-]+$/)
  expect(positionOf(cursor, { applicationId: 'app-1', status: ['FAILED'] }, types)).toEqual([
    1_800_000_000_000,
    'ntf_1',
  ])
})

it('a cursor is worthless with other filters', () => {
  const cursor = cursorAt([1, 'ntf_1'], filters)
  expect(positionOf(cursor, { ...filters, status: ['DELIVERED'] }, types)).toBeUndefined()
})

it.each(['', 'x', '.', 'a.b.c', cursorAt([], filters), cursorAt(['1', 2], filters), cursorAt([1], filters)])(
  '%j is no cursor of such a list',
  (cursor) => {
    expect(positionOf(cursor, filters, types)).toBeUndefined()
  },
)

it('a cursor whose position is damaged is none', () => {
  const [fingerprint] = cursorAt([1, 'a'], filters).split('.')
  expect(positionOf(`${fingerprint}.bm90IGpzb24`, filters, types)).toBeUndefined()
})
