import { defineConfig } from 'vitest/config'

/** The journeys against the deployed images and separate servers: `npm run test:containers`. */
export default defineConfig({
  test: {
    name: 'containers',
    root: new URL('..', import.meta.url).pathname,
    globalSetup: ['containers/global-setup.ts'],
    include: [
      'journey.test.ts',
      'customers.test.ts',
      'settled-responses.test.ts',
      'double-booking.test.ts',
      'idempotency.test.ts',
    ],
    pool: 'forks',
    // one system at a time: the tests' time limits assume a machine that is not overloaded
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
