import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'

export const SUPERUSER = 'postgres'
const UNFINISHED = 'unfinished-'

/** Paths inside the folder that the caller passed. */
export const layout = (directory: string) => ({
  /** PostgreSQL's own data directory */
  data: path.join(directory, 'data'),
  /** the superuser's password, readable by the owner only */
  password: path.join(directory, 'password'),
  /** id of the process that last started the server */
  owner: path.join(directory, 'owner'),
})

/** Data directory argument and spawn options for the programs of PostgreSQL. */
export function placeOf(data: string, account: Account | undefined) {
  return {
    /**
     * A process keeps its working directory even if its account has no access to a folder on the path to it, such as
     * root's home. Linux exposes this directory as /proc/self/cwd, and PostgreSQL stays in its data directory.
     */
    argument: account !== undefined && process.platform === 'linux' ? '/proc/self/cwd' : data,
    // LC_ALL, because a message of the server in English shows that it is ready; no other variables, so that no PG…
    // variable applies
    options: { cwd: data, env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' }, ...account },
  }
}

/** The superuser's password of a folder; generated at the first start. */
export async function passwordIn(directory: string): Promise<string> {
  const { password } = layout(directory)
  const kept = await readFile(password, 'utf8').catch(() => undefined)
  if (kept !== undefined) return kept
  const made = randomBytes(24).toString('hex')
  // renamed when complete, so that a process killed here leaves no empty password
  await writeFile(`${password}.new`, made, { mode: 0o600 })
  await rename(`${password}.new`, password)
  return made
}

/** Creates the cluster. An interrupted creation leaves nothing that looks like a cluster. */
export async function createCluster(
  directory: string,
  password: string,
  binaries: Binaries,
  account: Account | undefined,
): Promise<void> {
  const unfinished = await mkdtemp(path.join(directory, UNFINISHED))
  const newData = path.join(unfinished, 'data')
  await mkdir(newData, { mode: 0o700 })
  const passwordFile = path.join(unfinished, 'password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (account !== undefined) {
    await chmod(unfinished, 0o711)
    for (const file of [newData, passwordFile]) await chown(file, account.uid, account.gid)
  }
  const { argument, options } = placeOf(newData, account)
  await promisify(execFile)(
    binaries.initdb,
    [
      `--pgdata=${argument}`,
      `--username=${SUPERUSER}`,
      // not path.join, which would collapse `cwd/..` before the system follows the link cwd
      `--pwfile=${argument}/../password`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-sync',
      '--no-instructions',
    ],
    options,
  )
  await rename(newData, layout(directory).data)
  await removeUnfinished(directory)
}

/** An interrupted initdb may still write to its folder, so leftovers are removed after a successful creation. */
async function removeUnfinished(directory: string): Promise<void> {
  for (const name of await readdir(directory))
    if (name.startsWith(UNFINISHED))
      await rm(path.join(directory, name), { recursive: true, force: true, maxRetries: 3 }).catch(
        () => undefined,
      )
}
