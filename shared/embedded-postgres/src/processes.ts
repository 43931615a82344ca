import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, statSync } from 'node:fs'
import path from 'node:path'

// Linux is asked through /proc because slim images have no ps; other systems always have it
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

/** Whether a process is a PostgreSQL server that works in this data directory; a process that ended is not. */
export function isServerOf(data: string, pid: number): boolean {
  const answer = unlessGone(() => {
    if (!isLinux) return ps(pid, 'command').includes('postgres') && ps(pid, 'command').includes(data)
    const [there, here] = [statSync(`/proc/${pid}/cwd`), statSync(data)]
    const program = path.basename(readlinkSync(`/proc/${pid}/exe`))
    return program.startsWith('postgres') && there.ino === here.ino && there.dev === here.dev
  })
  return answer ?? false
}

/** The parent of a process, if the process is there. */
export function parentOf(pid: number): number | undefined {
  return unlessGone(() =>
    isLinux
      ? // the second field is the program's name in brackets and may itself hold brackets and blanks
        Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').at(-1)?.trim().split(' ')[1])
      : Number(ps(pid, 'ppid')),
  )
}

/** Whether the number is taken by any process. */
export function isTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
