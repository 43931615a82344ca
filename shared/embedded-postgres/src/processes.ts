import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, statSync } from 'node:fs'
import path from 'node:path'

// /proc on Linux, because slim images have no ps; other systems always have ps
const isLinux = process.platform === 'linux'

const ps = (pid: number, column: string) =>
  execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim()

const unlessGone = <Result>(look: () => Result): Result | undefined => {
  try {
    return look()
  } catch {
    return undefined
  }
}

/** Whether a process is a running PostgreSQL server with this data directory. */
export function isServerOf(data: string, pid: number): boolean {
  const isServer = unlessGone(() => {
    if (!isLinux) return ps(pid, 'command').includes('postgres') && ps(pid, 'command').includes(data)
    const [there, here] = [statSync(`/proc/${pid}/cwd`), statSync(data)]
    const program = path.basename(readlinkSync(`/proc/${pid}/exe`))
    return program.startsWith('postgres') && there.ino === here.ino && there.dev === here.dev
  })
  return isServer ?? false
}

/** The id of a process's parent; undefined if the process does not exist. */
export function parentOf(pid: number): number | undefined {
  return unlessGone(() =>
    isLinux
      ? // the second field is the program's name in parentheses and may itself contain parentheses and spaces
        Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').at(-1)?.trim().split(' ')[1])
      : Number(ps(pid, 'ppid')),
  )
}

/** Whether any process has this id. */
export function isTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
