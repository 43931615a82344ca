import { expect, it } from 'vitest'
import { whatHappened } from './happened.ts'

it('calls a deletion through v1, which keeps the appointment, a cancellation', () => {
  expect(whatHappened({ type: 'APDeletedEvent' })).toBe(whatHappened({ type: 'APCancelledEvent' }))
})
