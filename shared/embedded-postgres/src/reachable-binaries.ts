import { spawnSync } from 'node:child_process'
import { constants } from 'node:fs'
import { access, chmod, cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Account } from './account.ts'
import { binariesIn } from './binaries.ts'
import type { Binaries } from './binaries.ts'

// only root writes there, so nobody else can put a program in this place first
const CACHE = '/var/cache/appointments'

/**
 * The same programs at a place where the account can run them. A project below root's own home is closed to every
 * other account; opening the home is not an option, so the programs are copied out of it once for each version.
 */
export async function reachableBinaries(
  binaries: Binaries,
  account: Account,
  log: (line: string) => void,
): Promise<Binaries> {
  if (canRun(binaries, account)) return binaries
  const copy = binariesIn(path.join(CACHE, `postgresql-${binaries.version}`), binaries.version)
  if (!canRun(copy, account)) {
    log(
      `account ${account.uid} cannot reach ${binaries.home}: PostgreSQL's programs are copied to ${copy.home}`,
    )
    await copyPrograms(binaries.home, copy.home)
  }
  if (!canRun(copy, account))
    throw new Error(
      `account ${account.uid} can run PostgreSQL neither in ${binaries.home} nor in ${copy.home}`,
    )
  return copy
}

function canRun({ postgres }: Binaries, { uid, gid }: Account): boolean {
  return spawnSync(postgres, ['--version'], { uid, gid, cwd: '/', stdio: 'ignore' }).status === 0
}

async function copyPrograms(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true, mode: 0o755 })
  const unfinished = `${to}.${process.pid}`
  try {
    await cp(from, unfinished, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE })
    await openToAll(unfinished)
    // what was there is incomplete or closed; a copy that another process finished meanwhile is as good as this one
    await rm(to, { recursive: true, force: true })
    await rename(unfinished, to)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    await access(to).catch(() => Promise.reject(error as Error))
  }
}

/** A strict umask at install time closes the programs to everybody else; the copy is there to be run. */
async function openToAll(home: string): Promise<void> {
  await chmod(home, 0o755)
  for (const entry of await readdir(home, { recursive: true, withFileTypes: true })) {
    const isProgram = path.basename(entry.parentPath) === 'bin'
    if (!entry.isSymbolicLink())
      await chmod(path.join(entry.parentPath, entry.name), entry.isDirectory() || isProgram ? 0o755 : 0o644)
  }
}
