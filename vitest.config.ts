import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { chromiumPath, HOW_TO_INSTALL } from './shared/testing/src/chromium.ts'

/** Tests that open pages in Chromium. Without it the rest of the tests still runs, and the run says so. */
const inBrowser = ['**/*.browser.test.ts']
const withoutBrowser = chromiumPath() === undefined ? inBrowser : []
if (withoutBrowser.length > 0) console.warn(`The tests of pages are left out. ${HOW_TO_INSTALL}`)

/** Begins with the tests of pages, which take longest: last, they would keep one worker busy and leave the others idle. */
class PagesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isOfPages = ({ moduleId }: TestSpecification) => moduleId.endsWith('.browser.test.ts')
    return [...sorted.filter(isOfPages), ...sorted.filter((file) => !isOfPages(file))]
  }
}

const at = (folder: string) => path.join(import.meta.dirname, folder)

/** The packages in a folder: a new one is tested without a line here. */
const packagesIn = (folder: string): string[] =>
  readdirSync(at(folder)).filter((name) => existsSync(at(`${folder}/${name}/package.json`)))

/** All tests of a package; each team runs its own project: `npm test -w services/participants`. */
const project = (name: string, folder: string, elsewhere: string[] = []) => ({
  test: {
    name,
    root: at(folder),
    include: ['**/*.test.ts'],
    exclude: [...configDefaults.exclude, '**/dist/**', ...withoutBrowser, ...elsewhere],
    // files of a worker share their modules, which halves the processor time of a run
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // the second that is the default may pass between two polls on a busy machine
    expect: { poll: { timeout: 10_000 } },
  },
})

export default defineConfig({
  test: {
    // decides once for the whole run which database, broker and cache serve it
    globalSetup: [at('shared/testing/src/global-setup.ts')],
    sequence: { sequencer: PagesFirst },
    pool: 'forks',
    // one more than the processors of a small machine, because many tests wait for timers and servers
    maxWorkers: 3,
    projects: [
      ...packagesIn('shared').map((name) => project(name, `shared/${name}`)),
      ...packagesIn('services').map((name) => project(name, `services/${name}`)),
      project('deploy', 'deploy/checks'),
      project('local', 'deploy/local'),
      project('e2e', 'e2e', [
        // these have commands of their own: `npm run test:upgrade`, `npm run test:pages`
        'resilience/upgrade/**',
        'journeys/pages/**',
        // the gate runs these on real servers instead
        ...(process.env.JOURNEYS === 'embedded' ? ['journeys/*.test.ts'] : []),
      ]),
    ],
  },
})
