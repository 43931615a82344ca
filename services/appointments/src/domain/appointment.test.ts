import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOpen, requireVersion, roomExpiry } from '@appointments/appointment'
import { arbitrary } from '../../test/arbitraries.ts'
import { aRoom, aStored } from '../../test/builders.ts'
import { checkTimes, endOf, nextCheck } from './appointment.ts'
import { judge } from './outcome.ts'

const at = (text: string) => new Date(text)

describe('endOf', () => {
  it('counts a duration in exact time', () => {
    // a day is 24 hours, even when daylight saving time begins or ends
    expect(endOf(at('2027-03-27T12:00:00Z'), 'P1D')).toEqual(at('2027-03-28T12:00:00Z'))
    expect(endOf(at('2027-01-09T09:00:00Z'), 'P0.5DT0.5H')).toEqual(at('2027-01-09T21:30:00Z'))
  })
})

describe('roomExpiry', () => {
  it('is four hours after the end, or after a later activation', () => {
    const end = '2027-01-09T09:30:00.000Z'
    expect(roomExpiry(end, '2027-01-09T09:00:00.000Z')).toBe('2027-01-09T13:30:00.000Z')
    expect(roomExpiry(end, '2027-01-10T00:00:00.000Z')).toBe('2027-01-10T04:00:00.000Z')
  })

  it('is at least four hours after both, and exactly four hours after one of them', () => {
    fc.assert(
      fc.property(arbitrary.instants, arbitrary.instants, (end, activatedAt) => {
        const left = [end, activatedAt].map(
          (from) => Date.parse(roomExpiry(end.toISOString(), activatedAt.toISOString())) - from.getTime(),
        )
        expect(Math.min(...left)).toBe(4 * 3_600_000)
      }),
    )
  })
})

describe('checkTimes', () => {
  const { application } = aStored()
  const now = at('2027-01-09T09:00:00Z')

  it('accepts an end in the future and rejects one in the past', () => {
    expect(() =>
      checkTimes(at('2027-01-01T00:00:00Z'), at('2027-01-09T09:00:00.001Z'), application, now),
    ).not.toThrow()
    expect(() => checkTimes(at('2027-01-01T00:00:00Z'), now, application, now)).toThrow('SCHEDULE_IN_PAST')
    const lenient = { ...application, allowPast: true }
    expect(() => checkTimes(at('2027-01-01T00:00:00Z'), now, lenient, now)).not.toThrow()
  })

  it('accepts at most two calendar years ahead, with and without a leap day, whatever the application allows', () => {
    const lenient = { ...application, allowPast: true }
    const moment = new Date()
    const inYears = (years: number, ms = 0) =>
      new Date(Date.UTC(moment.getUTCFullYear() + years, 5, 15, 9, 30, 0, ms))
    // one of four years in a row is a leap year
    for (const years of [0, 1, 2, 3]) {
      const last = inYears(years + 2)
      expect(() => checkTimes(last, endOf(last, 'PT1H'), lenient, inYears(years))).not.toThrow()
      const later = inYears(years + 2, 1)
      expect(() => checkTimes(later, endOf(later, 'PT1H'), lenient, inYears(years))).toThrow(
        'SCHEDULE_TOO_FAR',
      )
    }
  })
})

describe('requireVersion', () => {
  it('compares the sum of both versions, and accepts an absent version', () => {
    const stored = aStored({ version: 3 }, { roster: { version: 4 } })
    expect(() => requireVersion(stored, undefined)).not.toThrow()
    expect(() => requireVersion(stored, [6, 7])).not.toThrow()
    expect(() => requireVersion(stored, [3, 4])).toThrow('VERSION_MISMATCH')
    expect(() => requireVersion(stored, [])).toThrow('VERSION_MISMATCH')
  })
})

describe('nextCheck', () => {
  it('is at the end of the no-show grace first, then when the room closes', () => {
    const stored = aStored({
      state: 'ACTIVATED',
      room: aRoom('2027-01-09T08:00:00.000Z', '2027-01-09T13:30:00.000Z'),
    })
    const noShow = at('2027-01-09T09:10:00Z')
    expect(nextCheck(stored)).toEqual(noShow)
    expect(nextCheck(stored, noShow)).toEqual(at('2027-01-09T13:30:00Z'))
    expect(nextCheck(stored, at('2027-01-09T13:30:00Z'))).toBeUndefined()
  })

  it('is undefined if nothing can change', () => {
    expect(nextCheck(aStored({}, { customerJoinedAt: at('2027-01-09T09:00:00Z') }))).toBeUndefined()
    expect(nextCheck(aStored({ outcome: 'NO_SHOW' }))).toBeUndefined()
    expect(nextCheck(aStored({ state: 'CANCELLED' }))).toBeUndefined()
    expect(nextCheck(aStored({ state: 'ABORTED' }))).toBeUndefined()
  })

  it('retries a missing room within a minute at first, later every five minutes, and last at the end', () => {
    const stored = aStored(
      {},
      { application: { autoActivate: true }, customerJoinedAt: at('2026-12-01T12:00:00Z') },
    )
    expect(nextCheck(stored)).toEqual(at('2026-12-01T12:01:00Z'))
    expect(nextCheck(stored, at('2026-12-01T12:03:00Z'))).toEqual(at('2026-12-01T12:06:00Z'))
    expect(nextCheck(stored, at('2026-12-02T12:00:00Z'))).toEqual(at('2026-12-02T12:05:00Z'))
    expect(nextCheck(stored, at('2027-01-09T09:28:00Z'))).toEqual(at('2027-01-09T09:30:00Z'))
  })

  it('retries no room of an appointment that was not booked to be activated automatically', () => {
    const stored = aStored(
      { autoActivate: false },
      { application: { autoActivate: true }, customerJoinedAt: at('2026-12-01T12:00:00Z') },
    )
    expect(nextCheck(stored)).toBeUndefined()
  })

  it('is always later than the checks already made', () => {
    fc.assert(
      fc.property(arbitrary.storedAppointments, arbitrary.instants, (stored, after) => {
        const next = nextCheck(stored, after)
        if (next) expect(next.getTime()).toBeGreaterThan(after.getTime())
        if (!isOpen(stored.appointment)) expect(next).toBeUndefined()
      }),
    )
  })

  it('misses no change that time causes', () => {
    fc.assert(
      fc.property(arbitrary.storedAppointments, arbitrary.instants, (stored, now) => {
        // a change that is due now has a check that is due by now
        if (judge(stored, now)) expect(nextCheck(stored)?.getTime()).toBeLessThanOrEqual(now.getTime())
      }),
    )
  })
})
