import path from 'node:path'

/** Matches the tags of a title: brackets that begin with the number of a section. */
export const TAG = /\s*\[(H?\d[^\]]*)\]/g

/** A chapter of rules as tooling/rules/*.json holds it. */
export interface Section {
  section: string
  title: string
  /** Whether the section lists fields, so that a tag may name the whole section. */
  fields?: boolean
  /** Page and anchor below docs/contract. */
  contract?: string
  /** Text of each rule by its id. */
  rules: Record<string, string>
}

/** A test that shows a rule. */
export interface RuleTest {
  file: string
  title: string[]
}

export interface Page {
  title: string
  about: string
  sections: Section[]
}

/** A page of the contract and its heading in words: `times.md#time-zones` is `times, time zones`. */
const labelOf = (link: string): string =>
  link.replace('README.md', 'contract').replace('.md', '').replace('#', ', ').replaceAll('-', ' ')

/** Markdown of a page that lists each rule with its tests. */
export function pageOf({ title, about, sections }: Page, testsOf: (id: string) => RuleTest[]): string {
  return [
    `# ${title}`,
    '',
    about,
    '',
    '`npm run rules` writes this page from the tags in test titles; do not edit it. The rules with all their details are in',
    '[the contract](contract/README.md).',
    ...sections.flatMap((section) => [
      '',
      `## ${section.section} ${section.title}`,
      ...(section.contract
        ? ['', `Details: [${labelOf(section.contract)}](contract/${section.contract})`]
        : []),
      ...Object.entries(section.rules).flatMap(([id, text]) => [
        '',
        `### ${escaped(id)}`,
        '',
        text,
        '',
        ...listOf(testsOf(id)),
      ]),
    ]),
    '',
  ].join('\n')
}

function listOf(tests: RuleTest[]): string[] {
  if (tests.length === 0) return ['**no test**']
  return [...new Set(tests.map(({ file }) => file))].flatMap((file) => [
    `- [${path.posix.basename(file, '.test.ts')}](../${file})`,
    ...tests.filter((test) => test.file === file).map(({ title }) => `  - ${nameOf(title)}`),
  ])
}

const nameOf = (title: string[]) => escaped(title.map((one) => one.replaceAll(TAG, '').trim()).join(' › '))
const escaped = (text: string) => text.replaceAll(/[\\|<>*_`$[\]]/g, (mark) => `\\${mark}`)
