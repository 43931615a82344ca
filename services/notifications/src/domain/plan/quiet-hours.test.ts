import { describe, expect, it } from 'vitest'
import { outsideQuietHours, quietHoursFor, type QuietHours } from './quiet-hours.ts'

const night: QuietHours = {
  start: '21:00',
  end: '08:00',
  zone: 'Europe/Berlin',
  whenDeadline: 'PULL_FORWARD',
}
const NOW = new Date('2027-01-01T00:00:00Z')
const FAR = new Date('2027-12-31T00:00:00Z')
const at = (instant: string, quiet = night, deadline = FAR, now = NOW) =>
  outsideQuietHours(new Date(instant), quiet, deadline, now)?.toISOString()

describe('quiet hours', () => {
  it.each([
    ['by day', '2027-01-05T12:00:00Z', '2027-01-05T12:00:00.000Z'],
    ['in the evening', '2027-01-05T21:30:00Z', '2027-01-06T07:00:00.000Z'],
    ['after midnight', '2027-01-06T03:00:00Z', '2027-01-06T07:00:00.000Z'],
    ['as they begin', '2027-01-05T20:00:00Z', '2027-01-06T07:00:00.000Z'],
    ['as they end', '2027-01-06T07:00:00Z', '2027-01-06T07:00:00.000Z'],
    ['in the night the clocks change', '2027-03-28T00:30:00Z', '2027-03-28T06:00:00.000Z'],
  ])('moves a message out of the quiet hours: %s', (_, instant, expected) => {
    expect(at(instant)).toBe(expected)
  })

  it('end at the second pass of a repeated hour if the first has passed', () => {
    // 02:10 for the second time: the first 02:30 has passed
    const short = { ...night, start: '01:30', end: '02:30' }
    expect(at('2027-10-31T01:10:00Z', short)).toBe('2027-10-31T01:30:00.000Z')
  })

  it('end after the gap if clocks skip their end', () => {
    const short = { ...night, start: '01:00', end: '02:30' }
    expect(at('2027-03-28T00:10:00Z', short)).toBe('2027-03-28T01:30:00.000Z')
  })

  it('may be in a zone whose name Temporal rejects', () => {
    // 21:30 in India; the night there ends at 02:30 UTC
    expect(at('2027-01-05T16:00:00Z', { ...night, zone: 'IST' })).toBe('2027-01-06T02:30:00.000Z')
  })

  it('may be within one day', () => {
    const noon = { ...night, start: '12:00', end: '14:00' }
    expect(at('2027-01-05T12:00:00Z', noon)).toBe('2027-01-05T13:00:00.000Z')
    expect(at('2027-01-05T13:00:00Z', noon)).toBe('2027-01-05T13:00:00.000Z')
  })

  describe('if the morning would be too late', () => {
    const deadline = new Date('2027-01-06T06:00:00Z')
    it('move a message before the night', () => {
      expect(at('2027-01-06T03:00:00Z', night, deadline)).toBe('2027-01-05T19:59:00.000Z')
    })
    it('keep the planned time if the evening has passed', () => {
      expect(at('2027-01-06T03:00:00Z', night, deadline, new Date('2027-01-05T22:00:00Z'))).toBe(
        '2027-01-06T03:00:00.000Z',
      )
    })
    it('keep the planned time with SEND_ANYWAY', () => {
      expect(at('2027-01-06T03:00:00Z', { ...night, whenDeadline: 'SEND_ANYWAY' }, deadline)).toBe(
        '2027-01-06T03:00:00.000Z',
      )
    })
    it('skip the message with SKIP', () => {
      expect(at('2027-01-06T03:00:00Z', { ...night, whenDeadline: 'SKIP' }, deadline)).toBeUndefined()
    })
  })

  it('apply to the channels and types the application lists', () => {
    const quietHours = {
      enabled: true,
      start: '21:00',
      end: '08:00',
      zone: 'APPLICATION',
      channels: ['SMS'],
      whenDeadline: 'SKIP',
    } as const
    const application = {
      defaultTimezone: 'Asia/Tokyo',
      notifications: {
        active: true,
        quietHours: { ...quietHours, channels: ['SMS' as const] },
        types: { ROOM: { bypassQuietHours: true } },
      },
    }
    expect(quietHoursFor(application, 'REMINDER', 'SMS', 'Europe/Berlin')?.zone).toBe('Asia/Tokyo')
    expect(quietHoursFor(application, 'REMINDER', 'EMAIL', 'Europe/Berlin')).toBeUndefined()
    expect(quietHoursFor(application, 'ROOM', 'SMS', 'Europe/Berlin')).toBeUndefined()
  })
})
