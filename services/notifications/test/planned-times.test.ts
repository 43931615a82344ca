import { describe, expect, it } from 'vitest'
import { changesOf } from '@appointments/testing'
import { atOffset } from '../src/domain/plan/offsets.ts'
import { DAY_MS, shifted } from './simulation/zone-oracle.ts'

const FROM = Date.UTC(2026, 0, 1)
const TO = Date.UTC(2028, 0, 1)
const QUARTER_MS = 900_000
const HOUR_MS = 3_600_000
const OFFSETS = [
  { offset: 'P1D', days: 1, exactMs: 0 },
  { offset: 'P2D', days: 2, exactMs: 0 },
  { offset: 'PT24H', days: 0, exactMs: DAY_MS },
  { offset: 'P1DT2H', days: 1, exactMs: 2 * HOUR_MS },
]
/** Planned times around a change, including the hour that is skipped and the hour that is repeated. */
const STARTS = Array.from({ length: 25 }, (_, place) => (place - 12) * QUARTER_MS)

const zones = Intl.supportedValuesOf('timeZone').map((zone) => ({ zone, changes: changesOf(zone, FROM, TO) }))
const changing = zones.filter(({ changes }) => changes.length > 0)

/**
 * Planned times around every clock change of every zone that differ from the independently computed local
 * time.
 */
function* differences(plan: typeof atOffset): Generator<string> {
  for (const { zone, changes } of changing) {
    for (const change of changes) {
      for (const { offset, days, exactMs } of OFFSETS) {
        for (const apart of STARTS) {
          for (const direction of ['BEFORE', 'AFTER'] as const) {
            const sign = direction === 'BEFORE' ? -1 : 1
            const at = change + apart - sign * Math.max(days, 1) * DAY_MS
            const wanted = new Date(shifted(at, zone, sign, days, exactMs)).toISOString()
            const planned = plan(new Date(at), zone, offset, direction).toISOString()
            if (planned !== wanted)
              yield `${offset} ${direction} ${new Date(at).toISOString()} in ${zone}: ${planned}, not ${wanted}`
          }
        }
      }
    }
  }
}

describe('planned times around every clock change in two years', () => {
  it('match the local time in every zone', { timeout: 120_000 }, () => {
    expect(changing.length).toBeGreaterThan(100)
    expect([...differences(atOffset)]).toEqual([])
  })

  it.each<[string, typeof atOffset]>([
    ['takes every day as 24 hours', (at, _zone, offset, direction) => atOffset(at, 'UTC', offset, direction)],
    [
      'resolves a skipped hour with the offset after it',
      (at, zone, offset, direction) => {
        const right = atOffset(at, zone, offset, direction)
        const [skip] = changesOf(zone, right.getTime() - 2 * HOUR_MS, right.getTime() + 1)
        return skip === undefined ? right : new Date(right.getTime() - HOUR_MS)
      },
    ],
  ])('reveal a calculation that %s', { timeout: 120_000 }, (_, wrong) => {
    expect(differences(wrong).next().done).toBe(false)
  })
})
