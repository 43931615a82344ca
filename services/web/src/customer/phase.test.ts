import { describe, expect, it } from 'vitest'
import { changesSince, joinFrom, meaningOf, pauseBefore, phaseOf, roomAddress } from './phase.ts'

const at = (text: string) => Date.parse(text)

describe('the phase of an appointment', () => {
  const now = at('2026-11-25T09:15:00Z')
  const appointment = {
    state: 'SCHEDULED' as const,
    start: '2026-11-25T09:00:00Z',
    end: '2026-11-25T09:30:00Z',
  }
  const room = { url: 'https://video.example/r', expires: '2026-11-25T13:30:00Z' }
  const activated = { ...appointment, state: 'ACTIVATED' as const }

  it.each([
    ['before its start', appointment, undefined, now - 3_600_000, 'waiting'],
    ['without a room', appointment, undefined, now, 'running'],
    ['with a room', activated, room, now, 'open'],
    ['with a room, after its end', activated, room, now + 3_600_000, 'open'],
    ['when the room is closed', activated, room, now + 5 * 3_600_000, 'over'],
    ['after its end', appointment, undefined, at(appointment.end), 'over'],
    ['cancelled', { ...appointment, state: 'CANCELLED' as const }, undefined, now, 'cancelled'],
    ['aborted', { ...appointment, state: 'ABORTED' as const }, undefined, now, 'failed'],
  ])('%s', (_case, one, its, when, phase) => {
    expect(phaseOf(one, its, when)).toBe(phase)
  })

  it.each([
    [0, '', 'noReply'],
    [503, 'UNAVAILABLE', 'noReply'],
    [502, '', 'noReply'],
    [409, 'REQUEST_IN_PROGRESS', 'noReply'],
    [429, 'RATE_LIMITED', 'busy'],
    [403, 'MANAGE_TICKET_STALE', 'gone'],
    [400, 'TICKET_REPLACED', 'replaced'],
    [409, 'HOLD_GONE', 'taken'],
    [403, 'MOVE_CUTOFF_PASSED', 'late'],
    [409, 'INVALID_STATE', 'ended'],
    [409, 'SLOT_TAKEN', 'taken'],
    [403, 'CANCEL_CUTOFF_PASSED', 'late'],
    [400, 'SCHEDULE_IN_PAST', 'past'],
    [400, 'SCHEDULE_TOO_FAR', 'tooFar'],
    [400, 'VALIDATION_FAILED', 'invalid'],
  ])('explains the error %d %s as %s', (status, code, meaning) => {
    expect(meaningOf({ status, code })).toBe(meaning)
  })

  it('is refreshed more often as the start approaches', () => {
    expect([7200, 1200, 60, -60].map((seconds) => pauseBefore(seconds * 1000, 0))).toEqual([
      300_000, 60_000, 15_000, 15_000,
    ])
  })

  it('opens only rooms with web addresses', () => {
    expect(roomAddress(room.url)).toBe(room.url)
    for (const address of ['javascript:alert(1)', 'data:text/html,x', 'nonsense'])
      expect(roomAddress(address)).toBeUndefined()
  })
})

describe('a page that shows an older state of the appointment', () => {
  const seen = { start: '2027-01-12T09:00:00Z', end: '2027-01-12T09:30:00Z', timezone: 'UTC', title: 'Loan' }

  it.each([
    [{ start: '2027-01-13T09:00:00Z', end: '2027-01-13T09:30:00Z' }, ['time']],
    [{ timezone: 'Europe/Berlin' }, ['time']],
    [{ title: 'Mortgage' }, ['title']],
    [{ title: '', start: '2027-01-12T08:00:00Z' }, ['time', 'title']],
    [{}, ['other']],
  ])('shows the changes: %j [H7]', (change, changes) => {
    expect(changesSince(seen, { ...seen, ...change })).toEqual(changes)
    expect(meaningOf({ status: 412, code: 'VERSION_MISMATCH' })).toBe('stale')
  })
})

it.each([
  ['15 minutes before the start', {}, '2027-01-13T08:45:00Z'],
  ['when the appointment says so', { joinFrom: '2027-01-13T08:30:00Z' }, '2027-01-13T08:30:00Z'],
])('customers can join %s', (_, known, expected) => {
  expect(joinFrom({ start: '2027-01-13T09:00:00Z', ...known })).toBe(Date.parse(expected))
})
