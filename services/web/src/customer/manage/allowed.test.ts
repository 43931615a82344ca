import type { CustomerActions } from '@appointments/contracts'
import { describe, expect, it } from 'vitest'
import type { Appointment } from '../../api/appointment.ts'
import { limitAhead, mayDo } from './allowed.ts'

const NOW = Date.parse('2027-01-13T09:00:00Z')
const HOUR_MS = 3_600_000
const at = (hours: number) => new Date(NOW + hours * HOUR_MS).toISOString()

const withMove = (move: CustomerActions['move'], change: Partial<Appointment> = {}) =>
  ({
    state: 'SCHEDULED',
    start: at(5),
    end: at(6),
    customerActions: { move, cancel: { allowed: true } },
    ...change,
  }) as Appointment

describe('a move', () => {
  it.each([
    ['without a limit', withMove({ allowed: true }), true],
    ['before its limit', withMove({ allowed: true, until: at(1) }), true],
    ['at its limit', withMove({ allowed: true, until: at(0) }), false],
    ['after its limit', withMove({ allowed: true, until: at(-1) }), false],
    ['that is not allowed', withMove({ allowed: false, until: at(-1) }), false],
    ['of a cancelled appointment', withMove({ allowed: true }, { state: 'CANCELLED' }), false],
    ['of an appointment that failed', withMove({ allowed: true }, { state: 'ABORTED' }), false],
    ['after the end', withMove({ allowed: true }, { end: at(0) }), false],
  ])('%s', (_, appointment, expected) => {
    expect(mayDo(appointment, 'move', NOW)).toBe(expected)
  })

  it('has a limit to show only until the limit has passed', () => {
    expect(limitAhead(withMove({ allowed: true, until: at(1) }), 'move', NOW)).toBe(NOW + HOUR_MS)
    expect(limitAhead(withMove({ allowed: true, until: at(-1) }), 'move', NOW)).toBeUndefined()
    expect(limitAhead(withMove({ allowed: true }), 'move', NOW)).toBeUndefined()
  })
})
