import { describe, expect, it } from 'vitest'
import { claimOn, rememberedFor, reserved, settled, type OneTimePassword } from './one-time-password.ts'

const fresh: OneTimePassword = {
  channel: 'EMAIL',
  to: 'ada@example.com',
  applicationId: 'app-1',
  mac: 'mac',
  expiresAt: 1_000_000,
  verified: false,
}
const running = reserved(fresh, 'one', 500_000)
const taken = settled(fresh, 'one', { made: true, appointmentId: 'a-1' }, 500_000)
const unsettled = settled(fresh, 'one', 'UNKNOWN', 500_000)

describe('a claim on a password', () => {
  it.each([
    ['an unused password', fresh, 'one', 999_999, 'RESERVE'],
    ['an expired password', fresh, 'one', 1_000_000, 'REJECT'],
    ['a password in use by this booking', running, 'one', 500_001, 'WAIT'],
    ['a password in use by another booking', running, 'two', 500_001, 'REJECT'],
    ['a password whose booking must have ended', running, 'one', 530_000, 'RESERVE'],
    ['a password whose other booking must have ended', running, 'two', 530_000, 'REJECT'],
    ['a password this booking has used', taken, 'one', 2_000_000, 'REPEAT'],
    ['a password another booking has used', taken, 'two', 500_001, 'REJECT'],
    ['a password whose booking has an unknown outcome', unsettled, 'one', 2_000_000, 'RESERVE'],
    ['a password whose other booking has an unknown outcome', unsettled, 'two', 500_001, 'REJECT'],
  ] as const)('on %s', (_kind, password, by, now, expected) => {
    expect(claimOn(password, by, now)).toBe(expected)
  })
})

describe('a password after its booking', () => {
  it('is released if the booking was rejected', () => {
    expect(settled(fresh, 'one', 'REJECTED', 600_000)).toEqual(fresh)
    expect(rememberedFor(fresh, 600_000)).toBe(400_000)
  })
  it('is not released if an earlier attempt may have succeeded', () => {
    expect(settled(unsettled, 'one', 'REJECTED', 600_000).booking?.state).toBe('UNSETTLED')
  })
  it('is used up when a retry succeeds', () => {
    expect(settled(unsettled, 'one', { made: true }, 600_000).booking?.state).toBe('TAKEN')
  })
  it('is kept for almost a day only if it is erased with its appointment', () => {
    expect(rememberedFor(taken, 600_000)).toBe(23 * 3_600_000)
    expect(rememberedFor(settled(fresh, 'one', { made: true }, 600_000), 600_000)).toBe(3_600_000)
    expect(rememberedFor(unsettled, 600_000)).toBe(3_600_000)
  })
})
