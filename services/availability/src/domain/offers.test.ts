import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CALENDARS, localMinute, requestCases, SEED } from '../../test/calendars.ts'
import { naiveOffers, type AgentCase, type RequestCase } from '../../test/naive-calendar.ts'
import { isOnGrid } from './grid.ts'
import { cappedStarts } from './maxima.ts'
import { groupOf, occupancyOf, type Claim } from './occupancy.ts'
import { offers, type AgentTime, type Demand, type Offers } from './offers.ts'
import { openingOf } from './opening.ts'
import { zoneClock } from './zone-clock.ts'

const agentTime = (agent: AgentCase, { earliest, latest, duration, now }: RequestCase): AgentTime => {
  const clock = zoneClock(agent.timezone)
  const { full, starts } = occupancyOf(agent.claims.map(groupOf), agent.external, clock, now)
  return {
    open: openingOf(agent, earliest, latest + duration).open,
    full,
    capped: cappedStarts(clock, starts, agent.maxima, earliest, latest),
  }
}

const demandOf = ({ gridZone, granularity, alignment, ...request }: RequestCase): Demand => ({
  ...request,
  grid: { clock: zoneClock(gridZone), granularity, alignment },
})

const offersOf = (request: RequestCase) =>
  offers(
    request.agents.map((agent) => agentTime(agent, request)),
    demandOf(request),
  )

const check = <T extends unknown[]>(property: fc.IProperty<T>) =>
  fc.assert(property, { numRuns: CALENDARS, seed: SEED })

const TIMEOUT = { timeout: 60_000 + CALENDARS * 100 }

describe('offers', () => {
  it('match the rule evaluated minute by minute', TIMEOUT, () => {
    let filled = 0
    check(
      fc.property(requestCases, (request) => {
        const expected = naiveOffers(request)
        filled += Number(expected.starts.length > 0)
        expect(offersOf(request)).toEqual(expected)
      }),
    )
    expect(filled).toBeGreaterThan(CALENDARS / 4)
  })

  it('start on the grid of the wall clock: none in a gap, and both times in an overlap', TIMEOUT, () => {
    check(
      fc.property(requestCases, ({ gridZone, granularity, alignment, earliest, latest }) => {
        const grid = { clock: zoneClock(gridZone), granularity, alignment }
        const always = {
          open: Int32Array.of(earliest, latest + 1),
          full: new Int32Array(0),
          capped: new Int32Array(0),
        }
        const { starts } = offers([always], {
          grid,
          duration: 1,
          bufferBefore: 0,
          bufferAfter: 0,
          earliest,
          latest,
        })
        const expected = Array.from({ length: latest - earliest }, (_, index) => earliest + index).filter(
          (minute) => (localMinute(gridZone, minute) - alignment) % granularity === 0,
        )
        expect(starts).toEqual(expected)
        expect(starts.every((start) => isOnGrid(grid, start))).toBe(true)
      }),
    )
  })

  it('never grow with a claim, an absence or a removed member, nor shrink with the opposite', TIMEOUT, () => {
    const changes = {
      'a claim': (agent: AgentCase, range: Range) => ({ ...agent, claims: [...agent.claims, aClaim(range)] }),
      'an external busy time': (agent: AgentCase, range: Range) => ({
        ...agent,
        external: [...agent.external, range],
      }),
      'an absence': (agent: AgentCase, { from, to }: Range) => ({
        ...agent,
        exceptions: [...agent.exceptions, { type: 'ABSENCE' as const, from, until: to }],
      }),
    }
    const ranges = fc.tuple(fc.integer({ min: -600, max: 4 * 1440 }), fc.integer({ min: 1, max: 600 }))
    check(
      fc.property(requestCases, ranges, (request, [shift, length]) => {
        const range = { from: request.earliest + shift, to: request.earliest + shift + length }
        const [first, ...rest] = request.agents as [AgentCase, ...AgentCase[]]
        const before = freeAt(offersOf(request))
        const lessThanBefore = (fewer: AgentCase[]) =>
          [...freeAt(offersOf({ ...request, agents: fewer }))].every(
            ([start, free]) => free <= (before.get(start) ?? 0),
          )
        for (const [name, change] of Object.entries(changes))
          expect(lessThanBefore([change(first, range), ...rest]), name).toBe(true)
        expect(lessThanBefore(rest)).toBe(true)
      }),
    )
  })
})

interface Range {
  from: number
  to: number
}

const aClaim = ({ from, to }: Range): Claim => ({
  kind: 'BOOKED',
  holder: { type: 'APPOINTMENT', id: 'added' },
  applicationId: 'shop',
  start: from,
  from,
  to,
})

const freeAt = ({ starts, free }: Offers) => new Map(starts.map((start, index) => [start, free[index]!]))
