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
    // the second that is the default may pass between two polls on a busy machine
    expect: { poll: { timeout: 10_000 } },
  },
})
