import { configDefaults, defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { temporaryFolder } from './shared/testing/src/temporary-folder.ts'

// the workers and all processes that tests start inherit it
process.env.TMPDIR = temporaryFolder()

/** Files that take long: last, one of them would keep one worker busy and leave the others idle. */
const LONG =
  /journeys\/embedded|gallery|rolling-restart|simulation|rabbitmq-(faults|silence)|fairness|reads-agree|start-embedded-postgres/

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/** Journeys through the whole system, with a process for each service. */
const JOURNEYS = ['e2e/journeys/*.test.ts']

/** Tests that open pages in Chromium. */
const PAGES = ['e2e/journeys/pages/**/*.test.ts', '**/*.browser.test.ts']

const project = (name: string, include: string[], exclude: string[]): TestProjectConfiguration => ({
  extends: true,
  test: {
    name,
    include,
    exclude: [...configDefaults.exclude, '**/dist/**', ...exclude],
    // decides once for all tests of the project which database, broker and cache serve it
    globalSetup: ['shared/testing/src/global-setup.ts'],
  },
})

// One project for all packages, because a package as a project of its own would load its modules into workers of its
// own, which costs a tenth of the processor time of a run.
export default defineConfig({
  test: {
    projects: [
      // also finds the tests of a new package
      project(
        'packages',
        ['{services,shared,deploy,e2e}/**/*.test.ts'],
        [
          ...JOURNEYS,
          ...PAGES,
          // these have configurations of their own
          'e2e/resilience/upgrade/**',
          // tests the simulation itself, which .ci/nightly does
          ...(process.env.NIGHTLY === '1' ? [] : ['**/simulation-catches.test.ts']),
        ],
      ),
      project('journeys', JOURNEYS, PAGES),
      project('pages', PAGES, []),
    ],
    sequence: { sequencer: LongFirst },
    pool: 'forks',
    // one more than the processors of a small machine, because many tests wait for timers and servers
    maxWorkers: 3,
    // files of a worker share their modules, which halves the processor time of a run
    isolate: false,
    // so long that a slow machine does not fail a test that takes some seconds elsewhere
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // the second that is the default may pass between two polls on a busy machine
    expect: { poll: { timeout: 10_000 } },
  },
})
