import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))
const program = fileURLToPath(new URL('time-sensitive.ts', import.meta.url))

const inZone = async (TZ: string): Promise<string> => {
  const env = { ...process.env, TZ }
  const { stdout } = await run(process.execPath, ['--import', 'tsx', program], { cwd: root, env })
  return stdout
}

it("does not depend on the machine's time zone", { timeout: 120_000 }, async () => {
  const expected = await inZone('UTC')
  // proves that the output has content
  expect(expected).toContain('P1D before 2026-03-29T08:00:00.000Z in Europe/Berlin: 2026-03-28T09:00:00.000Z')
  for (const zone of ['Pacific/Apia', 'America/New_York', 'Australia/Lord_Howe'])
    expect(`${zone}\n${await inZone(zone)}`).toBe(`${zone}\n${expected}`)
})
