import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { chromiumPath, howToInstall } from './shared/testing/src/chromium.ts'
import { temporaryFolder } from './shared/testing/src/temporary-folder.ts'

// the workers and all processes that tests start inherit it
process.env.TMPDIR = temporaryFolder()

/** Tests that open pages in Chromium. Without it the rest of the tests still runs, and the run says so. */
const inBrowser = ['**/*.browser.test.ts']
const withoutBrowser = chromiumPath() === undefined ? inBrowser : []
if (withoutBrowser.length > 0) console.warn(`The tests of pages are left out. ${howToInstall()}`)

/** Files that take long: last, one of them would keep one worker busy and leave the others idle. */
const LONG =
  /\.browser\.test\.ts$|simulation|rabbitmq-(faults|silence)|fairness|reads-agree|start-embedded-postgres/

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

// One project for all packages, because a package as a project of its own would load its modules into workers of its
// own, which costs a tenth of the processor time of a run.
export default defineConfig({
  test: {
    // also finds the tests of a new package
    include: ['{services,shared,deploy,e2e}/**/*.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      '**/dist/**',
      ...withoutBrowser,
      // these have commands of their own: `npm run test:upgrade`, `npm run test:pages`
      'e2e/resilience/upgrade/**',
      'e2e/journeys/pages/**',
      // tests the simulation itself, which .ci/nightly does
      ...(process.env.NIGHTLY === '1' ? [] : ['**/simulation-catches.test.ts']),
      // the gate runs these on real servers instead
      ...(process.env.JOURNEYS === 'embedded' ? ['e2e/journeys/*.test.ts'] : []),
    ],
    // decides once for the whole run which database, broker and cache serve it
    globalSetup: ['shared/testing/src/global-setup.ts'],
    sequence: { sequencer: LongFirst },
    pool: 'forks',
    // one more than the processors of a small machine, because many tests wait for timers and servers
    maxWorkers: 3,
    // files of a worker share their modules, which halves the processor time of a run
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // the second that is the default may pass between two polls on a busy machine
    expect: { poll: { timeout: 10_000 } },
  },
})
