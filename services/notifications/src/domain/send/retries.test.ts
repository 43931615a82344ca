import { expect, it } from 'vitest'
import { retriesWhenSentAgain } from './retries.ts'

it.each([
  ['failed after its attempts', 'FAILED', 2, 3, 3],
  ['failed before its first attempt', 'FAILED', 0, 0, 0],
  ['failed while its next attempt was pending', 'FAILED', 2, 2, 2],
  ['waits for its next attempt', 'PENDING', 1, 1, 1],
] as const)(
  'counts the retries of a redelivered notification that %s',
  (_, status, retryCount, attemptNo, expected) => {
    expect(retriesWhenSentAgain({ status, retryCount, attemptNo })).toBe(expected)
  },
)
