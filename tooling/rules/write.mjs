// Writes docs/rules.md: every rule of the reference (tooling/rules/rules.json) with the tests that show it. A test
// says so by a tag in its title, or in that of a describe around it: `[4.1.7]` or `[4.1.3, 8.4]`. Titles are read
// from the files; no test is run. `--check` writes nothing, and fails where a rule has no test, a tag names no
// rule, or the page is out of date. Another folder than this project's may be given as the last argument.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

const args = process.argv.slice(2)
const isCheck = args.includes('--check')
const root = path.resolve(
  args.find((arg) => !arg.startsWith('--')) ?? path.join(import.meta.dirname, '../..'),
)
const at = (file) => path.join(root, file)

const sections = JSON.parse(readFileSync(at('tooling/rules/rules.json'), 'utf8'))
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

const page = pageOf()
const isStale = !existsSync(at('docs/rules.md')) || readFileSync(at('docs/rules.md'), 'utf8') !== page
if (!isCheck) writeFileSync(at('docs/rules.md'), page)
else if (isStale) faults.push('docs/rules.md is out of date: run `npm run rules`')

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

/** Tags of a title: what stands in brackets and begins with the number of a section. */
function tagsOf(title) {
  return [...title.matchAll(/\[(\d[^\]]*)\]/g)].flatMap(([, tags]) =>
    tags.split(',').map((tag) => tag.trim()),
  )
}

function pageOf() {
  const text = (words) => words.replaceAll(/[\\|<>*_`$]/g, (mark) => `\\${mark}`)
  const nameOf = (title) => text(title.map((one) => one.replaceAll(/\s*\[\d[^\]]*\]/g, '')).join(' › '))
  const cell = (tests) =>
    tests
      .map(({ file, title }) => `${nameOf(title)} ([${path.posix.basename(file, '.test.ts')}](../${file}))`)
      .join('<br>')
  return [
    '# Rules and their tests',
    '',
    'Every numbered rule and every row of a table of the reference, sections 2 to 9, in short, with the tests that show it.',
    'Written by `npm run rules` from the tags in the titles of tests; do not edit.',
    ...sections.flatMap((section) => [
      '',
      `## ${section.section} ${section.title}`,
      '',
      '| Rule | What it says | Tests |',
      '| --- | --- | --- |',
      ...Object.entries(section.rules).map(
        ([id, says]) => `| ${text(id)} | ${text(says)} | ${cell(rules.get(id)) || '**no test**'} |`,
      ),
    ]),
    '',
  ].join('\n')
}
