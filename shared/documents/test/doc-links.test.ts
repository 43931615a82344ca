import { spawnSync } from 'node:child_process'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

const program = fileURLToPath(new URL('../../../tooling/doc-links/check.mjs', import.meta.url))
const run = (...args: string[]) => {
  const { status, stdout } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' })
  return { status, lines: stdout.trim().split('\n') }
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'doc-links-'))
  await mkdir(path.join(folder, 'docs'))
  await writeFile(
    path.join(folder, 'docs/other.md'),
    '# Other\n\n## What happens: `x`?\n\n## Again\n\n## Again\n',
  )
})
afterAll(() => rm(folder, { recursive: true }))

it('every link in the documents leads to an existing file and heading', () => {
  const { status, lines } = run()
  expect(status, lines.join('\n')).toBe(0)
})

it.each([
  ['a file', '[a](docs/other.md)'],
  ['a folder', '[a](docs)'],
  ['a heading', '[a](docs/other.md#what-happens-x)'],
  ['a repeated heading', '[a](docs/other.md#again-1)'],
  ['a heading of the same page', '# Top\n\n[a](#top)'],
  ['the web', '[a](https://example.com/none.md)'],
  ['a missing file inside code', '`[a](none.md)`\n\n```\n[a](none.md)\n```'],
])('accepts a link to %s', async (_, text) => {
  await writeFile(path.join(folder, 'page.md'), text)
  expect(run(folder)).toEqual({ status: 0, lines: ['2 pages, 0 broken links'] })
})

it.each([
  ['a missing file', '[a](docs/none.md)', 'page.md: docs/none.md leads to no file'],
  ['a missing heading', '[a](docs/other.md#none)', 'page.md: docs/other.md#none leads to no heading'],
  ['a missing heading of the same page', '[a](#none)', 'page.md: #none leads to no heading'],
])('rejects a link to %s', async (_, text, fault) => {
  await writeFile(path.join(folder, 'page.md'), text)
  expect(run(folder)).toEqual({ status: 1, lines: [fault, '2 pages, 1 broken links'] })
})

it('checks links to pages in comments', async () => {
  await writeFile(path.join(folder, 'page.md'), '')
  await mkdir(path.join(folder, 'docs/contract'))
  await writeFile(path.join(folder, 'docs/contract/times.md'), '# Times\n')
  const page = 'docs/contract/times.md'
  await writeFile(path.join(folder, 'a.ts'), `/* ${page}#times, ${page}#none */`)
  expect(run(folder)).toEqual({
    status: 1,
    lines: [`a.ts: ${page}#none leads to no heading`, '3 pages, 1 broken links'],
  })
})
