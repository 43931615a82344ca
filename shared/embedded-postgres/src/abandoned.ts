import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { layout } from './cluster.ts'
import { isServerOf, isTaken, parentOf } from './processes.ts'

const POLL_MS = 10
const PATIENCE_MS = 5000

/** Another living process uses the folder. */
export class DatabaseInUse extends Error {
  override name = 'DatabaseInUse'
}

/**
 * Stops the server that a killed process left running in this folder. Does nothing if there is none.
 * @throws DatabaseInUse if the process that started the server is still alive
 */
export async function stopAbandonedServer(
  directory: string,
  log: (line: string) => void = () => undefined,
): Promise<void> {
  const { data, owner } = layout(directory)
  const pidFile = path.join(data, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = await firstNumber(pidFile)
  if (pid === undefined || !isServerOf(data, pid)) {
    // PostgreSQL does not start if any living process has this id, because it mistakes that process for a running
    // server. It does not start either if a crash left the file empty
    if (pid === undefined || isTaken(pid)) await rm(pidFile, { force: true })
    return
  }
  // a server whose starter died has another parent, so a reused process id cannot mislead
  const starter = await firstNumber(owner)
  if (starter !== undefined && parentOf(pid) === starter)
    throw new DatabaseInUse(`the database in ${directory} is in use by process ${starter}`)
  log(`stopping server ${pid}, which an earlier process left running`)
  await end(data, pid)
}

/** Tries a fast shutdown, then an immediate one, then SIGKILL. */
async function end(data: string, pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (isServerOf(data, pid)) process.kill(pid, signal)
    const deadline = performance.now() + PATIENCE_MS
    while (performance.now() < deadline) {
      if (!isServerOf(data, pid)) return
      await pause(POLL_MS)
    }
  }
  throw new Error(`server ${pid} does not stop`)
}

async function firstNumber(file: string): Promise<number | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const number = Number.parseInt(text, 10)
  return number > 0 ? number : undefined
}
