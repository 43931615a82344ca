import { describe, expect, it } from 'vitest'
import type { Appointment } from '../api/shapes.ts'
import { becameOf } from './affected.ts'

const start = '2027-01-12T09:00:00Z'
const before = { agentId: 'anna', start }
const agent = (id: string) => ({ id, type: 'AGENT' as const })
const now = (change: Partial<Appointment> = {}) =>
  ({ id: 'a', state: 'SCHEDULED', start, organizer: agent('anna'), ...change }) as Appointment
const { organizer: _, ...withoutAgent } = now()

describe('an affected appointment', () => {
  it.each([
    ['kept', now({ start: '2027-01-12T09:00:00.000Z' })],
    ['moved', now({ start: '2027-01-13T09:00:00Z' })],
    ['reassigned', now({ organizer: agent('ben') })],
    ['unassigned', withoutAgent as Appointment],
    ['cancelled', now({ state: 'CANCELLED', organizer: agent('ben') })],
    ['over', now({ state: 'ABORTED' })],
  ] as const)('is %s', (expected, appointment) => {
    expect(becameOf(before, appointment)).toBe(expected)
  })
})
