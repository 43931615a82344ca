import { expect, it } from 'vitest'
import { sendableUntil } from './fence.ts'

const missedAfter = new Date('2027-01-07T08:50:00Z')
const relevantUntil = new Date('2027-01-07T09:00:00Z')

it('allows the first attempt in its window, and retries while the message is relevant', () => {
  expect(sendableUntil({ attemptNo: 0, missedAfter, relevantUntil })).toBe(missedAfter)
  expect(sendableUntil({ attemptNo: 1, missedAfter, relevantUntil })).toBe(relevantUntil)
  expect(sendableUntil({ attemptNo: 0, missedAfter: null, relevantUntil })).toBe(relevantUntil)
})
