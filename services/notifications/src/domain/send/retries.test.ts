import { expect, it } from 'vitest'
import { retriesWhenAsked } from './retries.ts'

it.each([
  ['failed after its tries', 'FAILED', 2, 3, 3],
  ['failed before it was tried', 'FAILED', 0, 0, 0],
  ['failed while its next try was waiting', 'FAILED', 2, 2, 2],
  ['waits for its next try', 'PENDING', 1, 1, 1],
] as const)('a notification that %s and is asked for again', (_, status, retryCount, attemptNo, expected) => {
  expect(retriesWhenAsked({ status, retryCount, attemptNo })).toBe(expected)
})
