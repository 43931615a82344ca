import { expect, it } from 'vitest'
import { pacedAt } from './pace.ts'

const now = new Date()
const pace = { type: 'RESCHEDULE', channels: ['EMAIL'], windowMs: 60_000, first: 'AT_ONCE' } as const
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)

it('sends a change a window after the last one, or immediately if that time has passed', () => {
  expect(pacedAt(pace, now, { sentAt: after(-20) })).toEqual(after(40))
  expect(pacedAt(pace, now, { sentAt: after(-60) })).toEqual(now)
  expect(pacedAt(pace, now, {})).toEqual(now)
})

it('waits no longer than the window if a fast clock sent the last change', () => {
  expect(pacedAt(pace, now, { sentAt: after(600) })).toEqual(after(60))
})
