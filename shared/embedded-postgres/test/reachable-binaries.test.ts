import { execFileSync } from 'node:child_process'
import { cp, rm } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { serverAccount } from '../src/account.ts'
import { binariesIn, installedBinaries } from '../src/binaries.ts'
import { reachableBinaries } from '../src/reachable-binaries.ts'
import { aFolderOfRoot, isRoot } from './keeping.ts'

describe.runIf(isRoot)('programs that only root can reach', () => {
  it('are copied once to a folder that the account of the server can read', async () => {
    const home = path.join(await aFolderOfRoot(), 'native')
    await cp((await installedBinaries()).home, home, { recursive: true, verbatimSymlinks: true })
    const account = serverAccount('/nowhere')!
    const installed = binariesIn(home, `test-${process.pid}`)
    const said: string[] = []
    const first = await reachableBinaries(installed, account, (line) => said.push(line))
    onTestFinished(() => rm(first.home, { recursive: true }))
    const again = await reachableBinaries(installed, account, (line) => said.push(line))

    expect(first.home).toBe(`/var/cache/appointments/postgresql-test-${process.pid}`)
    expect(again).toEqual(first)
    expect(said).toHaveLength(1)
    const version = execFileSync(first.postgres, ['--version'], { ...account, cwd: '/', encoding: 'utf8' })
    expect(version).toContain('PostgreSQL')
  })
})
