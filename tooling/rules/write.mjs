// Writes the pages that list rules with the tests that show them: docs/rules.md from tooling/rules/rules.json, the rules
// of the API by operation, field and error; docs/hardening.md from tooling/rules/hardening.json, those about access,
// fairness and compatibility. A test names its rules by a tag in its title, or in the title of a describe around it:
// `[4.1.7]`, `[4.1.3, 8.4]` or `[H5.7]`. The script reads titles from the files and runs no test. `--check` writes
// nothing, and fails if a rule has no test, a tag names no rule, or a page is out of date. The last argument can name
// another folder than this project's.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

const TAG = /\s*\[(H?\d[^\]]*)\]/g

const args = process.argv.slice(2)
const isCheck = args.includes('--check')
const root = path.resolve(
  args.find((arg) => !arg.startsWith('--')) ?? path.join(import.meta.dirname, '../..'),
)
const at = (file) => path.join(root, file)

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
  .filter(({ source }) => existsSync(at(source)))
  .map((page) => ({ ...page, sections: JSON.parse(readFileSync(at(page.source), 'utf8')) }))
const sections = pages.flatMap((page) => page.sections)
const rules = new Map(sections.flatMap((section) => Object.keys(section.rules).map((id) => [id, []])))
const whole = new Map(
  sections.filter(({ fields }) => fields).map(({ section, rules }) => [section, Object.keys(rules)]),
)

const testFiles = ['services', 'shared', 'e2e', 'deploy']
  .filter((folder) => existsSync(at(folder)))
  .flatMap((folder) =>
    readdirSync(at(folder), { recursive: true }).map((file) =>
      path.posix.join(folder, file.split(path.sep).join('/')),
    ),
  )
  .filter((file) => file.endsWith('.test.ts') && !/(^|\/)(node_modules|dist)\//.test(file))
  .sort()

const faults = testFiles.flatMap((file) =>
  titlesOf(file).flatMap((title) =>
    tagsOf(title.at(-1)).flatMap((tag) => {
      const named = whole.get(tag) ?? [tag]
      for (const id of named) rules.get(id)?.push({ file, title })
      return named.every((id) => rules.has(id))
        ? []
        : [`[${tag}] names no rule: ${file}, “${title.join(' > ')}”`]
    }),
  ),
)
for (const [id, tests] of rules) if (tests.length === 0) faults.push(`${id} has no test`)

for (const page of pages) {
  const text = pageOf(page)
  const isStale = !existsSync(at(page.file)) || readFileSync(at(page.file), 'utf8') !== text
  if (!isCheck) writeFileSync(at(page.file), text)
  else if (isStale) faults.push(`${page.file} is out of date: run \`npm run rules\``)
}

for (const fault of faults) console.log(fault)
const shown = [...rules.values()].filter((tests) => tests.length > 0).length
console.log(`${rules.size} rules, ${shown} with a test`)
process.exitCode = faults.length > 0 ? 1 : 0

/** Titles of describes and tests of a file, each with those around it; what is skipped shows nothing. */
function titlesOf(file) {
  const found = []
  const visit = (node, around) => {
    if (!ts.isCallExpression(node)) return ts.forEachChild(node, (child) => visit(child, around))
    const words = calleeOf(node.expression)
    const [title] = node.arguments
    const isTest = /^(describe|it|test)$/.test(words[0] ?? '')
    if (isTest && words.some((word) => ['skip', 'todo', 'skipIf', 'runIf'].includes(word))) return
    if (!isTest || !title || !ts.isStringLiteralLike(title))
      return ts.forEachChild(node, (child) => visit(child, around))
    const here = [...around, title.text]
    found.push(here)
    ts.forEachChild(node, (child) => visit(child, here))
  }
  visit(ts.createSourceFile(file, readFileSync(at(file), 'utf8'), ts.ScriptTarget.Latest), [])
  return found
}

/** Words of what is called: `it.each([…])` is `it`, `each`. */
function calleeOf(node) {
  if (ts.isIdentifier(node)) return [node.text]
  if (ts.isPropertyAccessExpression(node)) return [...calleeOf(node.expression), node.name.text]
  if (ts.isCallExpression(node) || ts.isTaggedTemplateExpression(node))
    return calleeOf(node.expression ?? node.tag)
  return []
}

/** Tags of a title: text in brackets that begins with the number of a section. */
function tagsOf(title) {
  return [...title.matchAll(TAG)].flatMap(([, tags]) => tags.split(',').map((tag) => tag.trim()))
}

function pageOf({ title, about, sections }) {
  const text = (words) => words.replaceAll(/[\\|<>*_`$[\]]/g, (mark) => `\\${mark}`)
  const nameOf = (title) => text(title.map((one) => one.replaceAll(TAG, '').trim()).join(' › '))
  const listOf = (tests) =>
    [...new Set(tests.map(({ file }) => file))].flatMap((file) => [
      `- [${path.posix.basename(file, '.test.ts')}](../${file})`,
      ...tests.filter((test) => test.file === file).map(({ title }) => `  - ${nameOf(title)}`),
    ])
  return [
    `# ${title}`,
    '',
    about,
    '',
    'Written by `npm run rules` from the tags in the titles of tests; do not edit. The rules themselves, with all their details,',
    'are in [the contract](contract/README.md).',
    ...sections.flatMap((section) => [
      '',
      `## ${section.section} ${section.title}`,
      ...(section.contract ? ['', `Details: [${section.contract}](contract/${section.contract})`] : []),
      ...Object.entries(section.rules).flatMap(([id, says]) => [
        '',
        `### ${text(id)}`,
        '',
        says,
        '',
        ...(rules.get(id).length > 0 ? listOf(rules.get(id)) : ['**no test**']),
      ]),
    ]),
    '',
  ].join('\n')
}
