import { inject, it, expect } from 'vitest'
import { simulate } from './simulation/simulate.ts'

// a seed that found something stays here; `npm run simulate` draws new ones
const SEEDS = [1, 2, 238_469_953]
const APPOINTMENTS = 60

it.each(SEEDS)(
  'keeps every promise through two years of faults: npm run simulate -- --seed %i --appointments 60',
  { timeout: 300_000 },
  async (seed) => {
    const { violations, records } = await simulate({
      seed,
      appointments: APPOINTMENTS,
      server: inject('backends'),
    })
    expect(violations).toEqual([])
    expect(records).toBeGreaterThan(APPOINTMENTS)
  },
)
