import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['../../shared/testing/src/global-setup.ts'],
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
