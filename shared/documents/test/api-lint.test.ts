import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'

const checks = fileURLToPath(new URL('../../../tooling/api-lint', import.meta.url))

let root: string
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'api-lint-test-'))
  await cp(checks, path.join(root, 'tooling/api-lint'), { recursive: true })
  await mkdir(path.join(root, 'docs/api'), { recursive: true })
  for (const file of ['openapi-v1.json', 'openapi-v2.json'])
    await writeFile(path.join(root, 'docs/api', file), '{"paths":{},"components":{}}')
})
afterEach(() => rm(root, { recursive: true }))

/** The status of the check with a program in place of Spectral. */
async function statusWith(program: string): Promise<number | null> {
  const folder = path.join(root, 'node_modules/@stoplight/spectral-cli/dist')
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'index.js'), program)
  const check = path.join(root, 'tooling/api-lint/check.mjs')
  return spawnSync(process.execPath, [check], { maxBuffer: 2 ** 30 }).status
}

it.each([
  ['passes without findings', '', 0],
  ['fails with a finding', 'process.exitCode = 1', 1],
  // by default, spawnSync kills a program that prints more than a megabyte
  ['fails with megabytes of findings', 'process.stdout.write("x".repeat(3e6)); process.exitCode = 1', 1],
  ['fails if the linter is killed', 'process.kill(process.pid, "SIGKILL")', 1],
])('%s', async (_, program, status) => {
  expect(await statusWith(program)).toBe(status)
})
