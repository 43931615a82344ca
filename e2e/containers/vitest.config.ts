import { defineConfig } from 'vitest/config'

/** The journeys, against the images that are deployed and servers of their own: `npm run test:containers`. */
export default defineConfig({
  test: {
    name: 'containers',
    root: new URL('..', import.meta.url).pathname,
    globalSetup: ['containers/global-setup.ts'],
    include: [
      'test/journey.test.ts',
      'test/customers.test.ts',
      'test/settled-answers.test.ts',
      'test/double-booking.test.ts',
      'test/idempotency.test.ts',
      'test/repeated-requests.test.ts',
    ],
    pool: 'forks',
    // one system at a time: its limits are those of a machine that is not overrun
    maxWorkers: 1,
    testTimeout: 40_000,
    hookTimeout: 120_000,
  },
})
