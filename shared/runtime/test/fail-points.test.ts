import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { failPoints, TRACE_FILE, type Failure, type FailPoint } from '../src/fail-points.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'fail-points-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const arm = (point: FailPoint, failure: Failure) =>
  writeFileSync(path.join(folder, point), JSON.stringify(failure))

it('does nothing without a folder', () => {
  expect(failPoints(undefined)('commit.before')).toBeUndefined()
})

it('does not fail at a point that is not armed', async () => {
  arm('commit.after', { does: 'throw' })
  await expect(failPoints(folder)('commit.before')).resolves.toBeUndefined()
})

it('fails once at an armed point', async () => {
  arm('commit.before', { does: 'throw' })
  const pass = failPoints(folder)
  await expect(pass('commit.before')).rejects.toThrow('failed on purpose at commit.before')
  await expect(pass('commit.before')).resolves.toBeUndefined()
})

it('skips the given number of passes before it fails', async () => {
  arm('commit.before', { does: 'throw', skip: 2 })
  const pass = failPoints(folder)
  await pass('commit.before')
  await pass('commit.before')
  await expect(pass('commit.before')).rejects.toThrow()
})

it('records passed points while the trace file exists', async () => {
  const pass = failPoints(folder)
  await pass('publish.before')
  writeFileSync(path.join(folder, TRACE_FILE), '')
  await pass('commit.before')
  await pass('commit.after')
  expect(readFileSync(path.join(folder, TRACE_FILE), 'utf8')).toBe('commit.before\ncommit.after\n')
})

it('kills the process before anything else runs', () => {
  arm('send.after', { does: 'kill' })
  const module = new URL('../src/fail-points.ts', import.meta.url).href
  const program = `const { failPoints } = await import('${module}')
    process.on('exit', () => console.log('exit'))
    await failPoints('${folder}')('send.after')
    console.log('went on')`
  const { signal, stdout } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', program],
    { encoding: 'utf8' },
  )
  expect(signal).toBe('SIGKILL')
  expect(stdout).toBe('')
})
