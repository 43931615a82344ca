import { spawnSync } from 'node:child_process'
import { constants } from 'node:fs'
import { access, chmod, cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Account } from './account.ts'
import { binariesIn } from './binaries.ts'
import type { Binaries } from './binaries.ts'

// only root can write there, so no other user can plant a program in this place
const CACHE = '/var/cache/appointments'

/**
 * The same programs in a folder that the account can read. No other account can reach a project in root's home,
 * and its permissions must not change, so the programs are copied out of it once per version.
 */
export async function reachableBinaries(
  binaries: Binaries,
  account: Account,
  log: (line: string) => void,
): Promise<Binaries> {
  if (canRun(binaries, account)) return binaries
  const copy = binariesIn(path.join(CACHE, `postgresql-${binaries.version}`), binaries.version)
  if (!canRun(copy, account)) {
    log(`account ${account.uid} cannot reach ${binaries.home}: copying PostgreSQL's programs to ${copy.home}`)
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
    // an existing folder is incomplete or unreadable, or an equal copy that another process has just finished
    await rm(to, { recursive: true, force: true })
    await rename(unfinished, to)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    await access(to).catch(() => Promise.reject(error as Error))
  }
}

/** Grants all users access to the copy: a strict umask at install time keeps the originals from other accounts. */
async function openToAll(home: string): Promise<void> {
  await chmod(home, 0o755)
  for (const entry of await readdir(home, { recursive: true, withFileTypes: true })) {
    const isProgram = path.basename(entry.parentPath) === 'bin'
    if (!entry.isSymbolicLink())
      await chmod(path.join(entry.parentPath, entry.name), entry.isDirectory() || isProgram ? 0o755 : 0o644)
  }
}
