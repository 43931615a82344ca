import { describe, expect, it } from 'vitest'
import { claimOn, rememberedFor, reserved, settled, type OneTimePassword } from './one-time-password.ts'

const fresh: OneTimePassword = {
  channel: 'EMAIL',
  to: 'ada@example.com',
  mac: 'mac',
  expiresAt: 1_000_000,
  verified: false,
}
const running = reserved(fresh, 'one', 500_000)
const taken = settled(fresh, 'one', { made: true, appointmentId: 'a-1' }, 500_000)
const unsettled = settled(fresh, 'one', 'UNKNOWN', 500_000)

describe('a claim on a password', () => {
  it.each([
    ['a free one', fresh, 'one', 999_999, 'RESERVE'],
    ['one that is over', fresh, 'one', 1_000_000, 'REFUSE'],
    ['one in use', running, 'one', 500_001, 'WAIT'],
    ['one in use for another booking', running, 'two', 500_001, 'REFUSE'],
    ['one whose booking must be over', running, 'one', 530_000, 'RESERVE'],
    ['one whose other booking must be over', running, 'two', 530_000, 'REFUSE'],
    ['one that was taken', taken, 'one', 2_000_000, 'REPEAT'],
    ['one that another booking took', taken, 'two', 500_001, 'REFUSE'],
    ['one whose booking is unsettled', unsettled, 'one', 2_000_000, 'RESERVE'],
    ['one whose other booking is unsettled', unsettled, 'two', 500_001, 'REFUSE'],
  ] as const)('%s', (_kind, password, by, now, expected) => {
    expect(claimOn(password, by, now)).toBe(expected)
  })
})

describe('a settled password', () => {
  it('is given back by a refusal', () => {
    expect(settled(fresh, 'one', 'REFUSED', 600_000)).toEqual(fresh)
    expect(rememberedFor(fresh, 600_000)).toBe(400_000)
  })
  it('is not given back where an earlier try may have succeeded', () => {
    expect(settled(unsettled, 'one', 'REFUSED', 600_000).booking?.state).toBe('UNSETTLED')
  })
  it('is taken at last when the repeat succeeds', () => {
    expect(settled(unsettled, 'one', { made: true }, 600_000).booking?.state).toBe('TAKEN')
  })
  it('is remembered for almost a day only where it is erased with its appointment', () => {
    expect(rememberedFor(taken, 600_000)).toBe(23 * 3_600_000)
    expect(rememberedFor(settled(fresh, 'one', { made: true }, 600_000), 600_000)).toBe(3_600_000)
    expect(rememberedFor(unsettled, 600_000)).toBe(3_600_000)
  })
})
