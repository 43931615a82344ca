import { defineConfig } from 'vitest/config'

const at = (path: string) => new URL(path, import.meta.url).pathname

// Each team runs its own project: `npm test -w services/participants`.
const project = (name: string, folder: string, include = ['src/**/*.test.ts', 'test/**/*.test.ts']) => ({
  test: {
    name,
    root: at(folder),
    include,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})

export default defineConfig({
  test: {
    // decides once for the whole run which database, broker and cache serve it
    globalSetup: [at('shared/testing/src/global-setup.ts')],
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      ...[
        'contracts',
        'credentials',
        'documents',
        'http',
        'broker',
        'outbox',
        'postgres',
        'runtime',
        'telemetry',
        'embedded-postgres',
        'testing',
      ].map((name) => project(name, `shared/${name}`)),
      ...['gateway', 'appointments', 'participants', 'notifications'].map((name) =>
        project(name, `services/${name}`),
      ),
      project('deploy', 'deploy/checks'),
      project('local', 'deploy/local'),
      // an upgrade needs a build of the release before: `npm run test:upgrade`
      project('e2e', 'e2e', ['journeys/*.test.ts', 'resilience/!(upgrade)/*.test.ts']),
    ],
  },
})
