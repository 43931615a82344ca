import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pageOf, TAG, type RuleTest, type Section } from './page.ts'
import { titlesOf } from './test-titles.ts'

const pages = [
  {
    file: 'docs/rules.md',
    source: 'tooling/rules/rules.json',
    title: 'Rules and their tests',
    about:
      'Each rule of the API in short, with the tests that show it. The numbers are names for the tags in test titles.',
  },
  {
    file: 'docs/hardening.md',
    source: 'tooling/rules/hardening.json',
    title: 'Hardening and its tests',
    about:
      'What customers can see and do, how load and faults are kept apart, and what existing clients can rely on, with the tests that show it.',
  },
]

interface Report {
  faults: string[]
  rules: number
  /** Number of rules that have a test. */
  tested: number
}

/**
 * Writes the pages that list rules with the tests that prove them: docs/rules.md from
 * tooling/rules/rules.json, and docs/hardening.md from tooling/rules/hardening.json. A test names its rules
 * by a tag in its title, or in the title of a surrounding describe: `[4.1.7]`, `[4.1.3, 8.4]` or `[H5.7]`.
 * Titles are read from the files; no test runs.
 * @param root folder of the project
 * @param isCheck writes nothing, and reports each outdated page as a fault
 * @returns faults: rules without a test, tags without a rule, outdated pages
 */
export function writeRules(root: string, { isCheck }: { isCheck: boolean }): Report {
  const at = (file: string) => path.join(root, file)
  const present = pages
    .filter(({ source }) => existsSync(at(source)))
    .map((page) => ({ ...page, sections: JSON.parse(readFileSync(at(page.source), 'utf8')) as Section[] }))
  const { testsOf, faults, rules, tested } = findTests(
    root,
    present.flatMap((page) => page.sections),
  )
  for (const page of present) {
    const text = pageOf(page, testsOf)
    const isStale = !existsSync(at(page.file)) || readFileSync(at(page.file), 'utf8') !== text
    if (!isCheck) writeFileSync(at(page.file), text)
    else if (isStale) faults.push(`${page.file} is out of date: run \`npm run rules\``)
  }
  return { faults, rules, tested }
}

function findTests(root: string, sections: Section[]) {
  const tests = new Map<string, RuleTest[]>(
    sections.flatMap((section) => Object.keys(section.rules).map((id) => [id, []] as const)),
  )
  const fieldsOf = new Map(
    sections.filter(({ fields }) => fields).map(({ section, rules }) => [section, Object.keys(rules)]),
  )
  const faults: string[] = []
  for (const file of testFilesIn(root))
    for (const title of titlesOf(path.join(root, file)))
      for (const tag of tagsOf(title.at(-1) ?? '')) {
        const ids = fieldsOf.get(tag) ?? [tag]
        for (const id of ids) tests.get(id)?.push({ file, title })
        if (!ids.every((id) => tests.has(id)))
          faults.push(`[${tag}] names no rule: ${file}, “${title.join(' > ')}”`)
      }
  const untested = [...tests].filter(([, list]) => list.length === 0).map(([id]) => `${id} has no test`)
  return {
    testsOf: (id: string) => tests.get(id) ?? [],
    faults: [...faults, ...untested],
    rules: tests.size,
    tested: tests.size - untested.length,
  }
}

const testFilesIn = (root: string): string[] =>
  ['services', 'shared', 'e2e', 'deploy']
    .filter((folder) => existsSync(path.join(root, folder)))
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.posix.join(folder, file.split(path.sep).join('/')),
      ),
    )
    .filter((file) => file.endsWith('.test.ts') && !/(^|\/)(node_modules|dist)\//.test(file))
    .sort()

const tagsOf = (title: string): string[] =>
  [...title.matchAll(TAG)].flatMap(([, tags = '']) => tags.split(',').map((tag) => tag.trim()))
