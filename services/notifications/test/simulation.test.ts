import { inject, it, expect } from 'vitest'
import { simulate } from './simulation/simulate.ts'

// one fixed seed; `npm run simulate` chooses others, and the nightly run uses many
const SEEDS = [1]
const APPOINTMENTS = 60

it.each(SEEDS)(
  'violates no invariant in two years of faults: npm run simulate -- --seed %i --appointments 60',
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
