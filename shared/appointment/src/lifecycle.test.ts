import { describe, expect, it } from 'vitest'
import { Problem } from '@appointments/contracts'
import { aWhole } from '../test/builders.ts'
import { accessEnds, isOpen, requireOpen, requireVersion, roomExpiry } from './lifecycle.ts'

const problemOf = (act: () => void) => {
  try {
    act()
  } catch (error) {
    if (error instanceof Problem) return { code: error.code, ...error.details }
    throw error
  }
  return undefined
}

describe('an appointment', () => {
  it.each(['SCHEDULED', 'ACTIVATED'] as const)('that is %s is open', (state) => {
    expect(isOpen({ state })).toBe(true)
    expect(problemOf(() => requireOpen({ state }))).toBeUndefined()
  })

  it.each(['CANCELLED', 'ABORTED'] as const)(
    'that is %s is closed, and the problem names the state',
    (state) => {
      expect(isOpen({ state })).toBe(false)
      expect(problemOf(() => requireOpen({ state }))).toMatchObject({
        code: 'INVALID_STATE',
        detail: `The appointment is ${state}`,
        extensions: { state },
      })
    },
  )

  it('has the combined version of both halves', () => {
    const whole = aWhole({ version: 3 }, { version: 4 })
    for (const fitting of [undefined, [7], [1, 7]])
      expect(problemOf(() => requireVersion(whole, fitting))).toBeUndefined()
    for (const other of [[3], [4], [-1], []])
      expect(problemOf(() => requireVersion(whole, other))).toMatchObject({ code: 'VERSION_MISMATCH' })
  })
})

describe('a room', () => {
  const end = '2027-01-09T10:00:00.000Z'

  it('expires four hours after the end', () => {
    expect(roomExpiry(end, '2027-01-09T08:00:00.000Z')).toBe('2027-01-09T14:00:00.000Z')
  })

  it('expires four hours after its activation if that is later than the end', () => {
    expect(roomExpiry(end, '2027-01-09T11:30:00.000Z')).toBe('2027-01-09T15:30:00.000Z')
  })

  it('ends access when it expires, or four hours after the end if there is no room', () => {
    const expires = '2027-01-09T15:30:00.000Z'
    const room = { url: 'https://rooms.example/abc', expires, activatedAt: '2027-01-09T11:30:00.000Z' }
    expect(accessEnds({ end, room }).toISOString()).toBe(expires)
    expect(accessEnds({ end }).toISOString()).toBe('2027-01-09T14:00:00.000Z')
  })
})
