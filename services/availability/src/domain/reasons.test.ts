import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CALENDARS, requestCases, SEED } from '../../test/calendars.ts'
import { offeredBy, type AgentCase, type RequestCase } from '../../test/naive-calendar.ts'
import { cappedStarts } from './maxima.ts'
import { millisecondsAt } from './minutes.ts'
import { groupOf, occupancyOf } from './occupancy.ts'
import { openingOf } from './opening.ts'
import { agentReasons, commonReasons, isFree } from './reasons.ts'
import { zoneClock } from './zone-clock.ts'

const WEEK = 10_080

/** The calendar of a case and the part of it that decides about one start. */
function calendarAt(agent: AgentCase, { now, duration }: RequestCase, start: number) {
  const opening = openingOf(agent, start - WEEK, start + duration + WEEK)
  const clock = zoneClock(agent.timezone)
  const occupancy = occupancyOf(agent.claims.map(groupOf), agent.external, clock, now)
  const capped = cappedStarts(clock, occupancy.starts, agent.maxima, start, start + 1)
  return { opening, occupancy, time: { open: opening.open, full: occupancy.full, capped } }
}

describe('reasons', () => {
  it('exist exactly for the times that the rule does not offer, evaluated minute by minute', () => {
    let offered = 0
    fc.assert(
      fc.property(
        requestCases,
        fc.array(fc.nat({ max: 4 * 1440 }), { minLength: 5, maxLength: 20 }),
        (request, shifts) => {
          const { gridZone, granularity, alignment, bufferBefore, bufferAfter, duration, earliest } = request
          const grid = { clock: zoneClock(gridZone), granularity, alignment }
          for (const agent of request.agents) {
            const isOffered = offeredBy({ ...request, latest: Infinity }, agent)
            for (const shift of shifts) {
              const start = earliest + shift - (shift % 5)
              const { opening, occupancy, time } = calendarAt(agent, request, start)
              const wanted = { start, duration, bufferBefore, bufferAfter }
              const common = commonReasons(millisecondsAt(start), {
                grid,
                isBound: true,
                now: new Date(millisecondsAt(earliest)),
                minNotice: 0,
                horizon: Number.MAX_SAFE_INTEGER / 2,
              })
              const own = agentReasons({ opening, occupancy }, time, wanted)
              expect(own.length === 0).toBe(isFree(time, wanted, grid))
              expect(own.length + common.length === 0).toBe(isOffered(start))
              offered += Number(isOffered(start))
            }
          }
        },
      ),
      { numRuns: CALENDARS, seed: SEED },
    )
    expect(offered).toBeGreaterThan(0)
  })
})
