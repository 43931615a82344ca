import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const redocly = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js')
const root = new URL('../../../', import.meta.url)

it('the documents of the repository conform to redocly.yaml', { timeout: 120_000 }, async () => {
  const lint = promisify(execFile)(process.execPath, [redocly, 'lint', '--format=summary'], {
    cwd: root,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })
  const { stderr } = await lint.catch((error: unknown) => error as { stderr: string })
  expect(stderr).toContain('Your API descriptions are valid')
  expect(stderr).not.toMatch(/You have \d+ (warning|error)/)
})
