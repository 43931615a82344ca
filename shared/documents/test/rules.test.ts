import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeRules } from '../../../tooling/rules/rules.ts'

describe('the check of rules', () => {
  let folder: string
  const write = async (file: string, text: string) => {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
    await writeFile(path.join(folder, file), text)
  }
  const testWith = (text: string) => write('services/a/test/a.test.ts', text)

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'rules-'))
    const sections = [
      { section: '2.1', title: 'Fields', fields: true, rules: { '2.1 id': 'An id.', '2.1 name': 'A name.' } },
      { section: '4.1', title: 'Rules', rules: { '4.1.1': 'The first.', '4.1 GET /{id}': 'Reads | shows.' } },
    ]
    await write('tooling/rules/rules.json', JSON.stringify(sections))
  })
  afterAll(() => rm(folder, { recursive: true }))
  const check = () => writeRules(folder, { isCheck: true })
  const writePages = () => writeRules(folder, { isCheck: false })

  const complete = `
    describe.each([['[9.9]']])('around %s [2.1]', () => {
      it('reads [4.1 GET /{id}]', () => {})
      it.each(['[9.9]'])('%s does the first [4.1.1]', () => {})
    })`

  it('reports an outdated page until it is written', async () => {
    await testWith(complete)
    expect(check()).toEqual({
      faults: ['docs/rules.md is out of date: run `npm run rules`'],
      rules: 4,
      tested: 4,
    })
    await mkdir(path.join(folder, 'docs'))
    expect(writePages().faults).toEqual([])
    expect(check().faults).toEqual([])
  })

  it('writes the second page from tags that begin with H', async () => {
    const rules = { 'H1.1': 'Hides what is for staff.' }
    await write(
      'tooling/rules/hardening.json',
      JSON.stringify([{ section: 'H1', title: 'Customers', rules }]),
    )
    await testWith(`${complete}\nit('hides notes [H1.1]', () => {})`)
    expect(writePages().faults).toEqual([])
    expect(await readFile(path.join(folder, 'docs/hardening.md'), 'utf8')).toContain(
      '### H1.1\n\nHides what is for staff.\n\n- [a](../services/a/test/a.test.ts)\n  - hides notes\n',
    )
    await rm(path.join(folder, 'tooling/rules/hardening.json'))
  })

  it.each([
    ['a rule without a test', `it('[2.1, 4.1.1]', () => {})`, '4.1 GET /{id} has no test'],
    ['a test that is skipped', complete.replace('it.each', 'it.skip.each'), '4.1.1 has no test'],
    ['tests that are skipped together', complete.replace('describe', 'describe.skip'), '2.1 id has no test'],
    ['a tag outside of a title', `const text = 'does [4.1.1]'`, '4.1.1 has no test'],
    [
      'a tag of an unknown rule',
      `${complete}\nit('more [4.1.7]', () => {})`,
      '[4.1.7] names no rule: services/a/test/a.test.ts, “more [4.1.7]”',
    ],
    [
      'a tag of a section without fields',
      `${complete}\nit('all [4.1]', () => {})`,
      '[4.1] names no rule: services/a/test/a.test.ts, “all [4.1]”',
    ],
    [
      'a page that is out of date',
      complete.replace('reads', 'reads well'),
      'docs/rules.md is out of date: run `npm run rules`',
    ],
  ])('reports %s', async (_, text, fault) => {
    await testWith(complete)
    writePages()
    await testWith(text)
    expect(check().faults).toContain(fault)
  })
})
