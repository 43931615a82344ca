import { describe, expect, it } from 'vitest'
import { atOffset } from '../src/domain/plan/offsets.ts'
import { DAY_MS, changesOf, shifted } from './simulation/zone-oracle.ts'

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
/** What is planned lies on both sides of a change, in the hour it skips and in the one it repeats. */
const STARTS = Array.from({ length: 25 }, (_, place) => (place - 12) * QUARTER_MS)

const zones = Intl.supportedValuesOf('timeZone').map((zone) => ({ zone, changes: changesOf(zone, FROM, TO) }))
const changing = zones.filter(({ changes }) => changes.length > 0)

/** Plans around every change of every zone's clocks that differ from what the zone's clocks say. */
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

describe('planned times around every change of clocks in two years', () => {
  it('are what the clocks of the zone say, in every zone', { timeout: 120_000 }, () => {
    expect(changing.length).toBeGreaterThan(100)
    expect([...differences(atOffset)]).toEqual([])
  })

  it.each<[string, typeof atOffset]>([
    ['a day is 24 hours', (at, _zone, offset, direction) => atOffset(at, 'UTC', offset, direction)],
    [
      'the hour that clocks skip counts with the offset after it',
      (at, zone, offset, direction) => {
        const right = atOffset(at, zone, offset, direction)
        const [skip] = changesOf(zone, right.getTime() - 2 * HOUR_MS, right.getTime() + 1)
        return skip === undefined ? right : new Date(right.getTime() - HOUR_MS)
      },
    ],
  ])('are told from those where %s', { timeout: 120_000 }, (_, wrong) => {
    expect(differences(wrong).next().done).toBe(false)
  })
})
