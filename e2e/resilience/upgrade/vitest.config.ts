import { defineConfig } from 'vitest/config'

/** This tree together with the previous release, on real servers: `npm run test:upgrade`. */
export default defineConfig({
  test: {
    name: 'upgrade',
    root: new URL('.', import.meta.url).pathname,
    globalSetup: ['../../../shared/testing/src/global-setup.ts', 'global-setup.ts'],
    include: ['*.test.ts'],
    pool: 'forks',
    // each test is a step that the next one depends on
    bail: 1,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
})
