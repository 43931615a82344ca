import { describe, expect, it } from 'vitest'
import { absenceRequest, absenceSpan, type AbsenceDraft } from './absence.ts'

const ZONE = 'Europe/Berlin'
const draft = (change: Partial<AbsenceDraft> = {}): AbsenceDraft => ({
  isWhole: true,
  firstDay: '2027-03-27',
  lastDay: '2027-03-28',
  from: '',
  until: '',
  reason: '',
  ...change,
})
const partly = (change: Partial<AbsenceDraft> = {}) =>
  draft({ isWhole: false, lastDay: '2027-03-27', from: '09:00', until: '12:30', ...change })

describe('an absence', () => {
  it('of whole days ends with its last day, even if the clocks change on it', () => {
    const span = absenceSpan(draft(), ZONE)
    expect(span).toEqual({ from: Date.parse('2027-03-26T23:00Z'), until: Date.parse('2027-03-28T22:00Z') })
    expect(absenceRequest(draft(), span as never)).toEqual({
      from: '2027-03-27T00:00',
      until: '2027-03-29T00:00',
    })
  })

  it('with times is sent as instants, with its reason', () => {
    const given = partly({ reason: ' Ill ' })
    const span = absenceSpan(given, ZONE)
    expect(absenceRequest(given, span as never)).toEqual({
      from: '2027-03-27T08:00:00.000Z',
      until: '2027-03-27T11:30:00.000Z',
      reason: 'Ill',
    })
  })

  it.each([
    ['incomplete', draft({ lastDay: '' })],
    ['incomplete', partly({ until: '' })],
    ['reversed', draft({ lastDay: '2027-03-26' })],
    ['reversed', partly({ until: '09:00' })],
    ['skipped', partly({ firstDay: '2027-03-28', lastDay: '2027-03-28', from: '02:30' })],
    ['long', draft({ lastDay: '2028-03-28' })],
  ] as const)('that is %s is not sent', (fault, given) => {
    expect(absenceSpan(given, ZONE)).toEqual({ fault })
  })
})
