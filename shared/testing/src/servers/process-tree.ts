import { readFileSync } from 'node:fs'

const childrenOf = (pid: number): number[] => {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number)
  } catch {
    return []
  }
}

/** A process and its descendants, parents first, read from Linux's /proc. */
const treeOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(treeOf)]

/** Sends a signal to a process and its descendants; ignores processes that have already ended. */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  for (const one of treeOf(pid))
    try {
      process.kill(one, signal)
    } catch {
      // already ended
    }
}
