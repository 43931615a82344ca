import { defineConfig } from 'vitest/config'

/** The journeys through pages, in Chromium: `npm run test:pages`. */
export default defineConfig({
  test: {
    name: 'pages',
    root: new URL('.', import.meta.url).pathname,
    globalSetup: ['../../../shared/testing/src/global-setup.ts'],
    include: ['**/*.test.ts'],
    pool: 'forks',
    isolate: false,
    // each file has a browser beside a process of every service
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // on a busy machine, the default limit of one second may pass between two polls
    expect: { poll: { timeout: 10_000 } },
  },
})
