import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** The moments around an input or output at which a process can be made to fail. */
export type FailPoint =
  | 'commit.before'
  | 'commit.after'
  | 'publish.before'
  | 'publish.after'
  | 'consume.before'
  | 'consume.after'
  | 'response.before'
  | 'response.after'
  | 'send.before'
  | 'send.after'
  | 'forward.before'
  | 'forward.after'
  | 'number.after'

/** What happens at an armed point: `kill` ends the process as `kill -9` does. */
export interface Failure {
  does: 'kill' | 'throw' | 'pause'
  pauseMs?: number
  /** How many passes succeed before the failure. */
  skip?: number
}

/** Passes a point; costs nothing unless the process was started with a folder of fail points. */
export type PassFailPoint = (point: FailPoint) => Promise<void> | undefined

/** While this file exists in the folder, every point that is passed is appended to it as a line. */
export const TRACE_FILE = 'trace'

/**
 * Fail points controlled by files: a file named after a point holds the {@link Failure} that happens there once. Without
 * a folder, no file is ever read.
 */
export function failPoints(folder: string | undefined): PassFailPoint {
  if (folder === undefined) return () => undefined
  return async (point) => {
    const trace = path.join(folder, TRACE_FILE)
    if (existsSync(trace)) appendFileSync(trace, `${point}\n`)
    const failure = take(path.join(folder, point))
    if (!failure) return
    if (failure.does === 'throw') throw new Error(`failed on purpose at ${point}`)
    if (failure.does === 'pause') return pause(failure.pauseMs)
    process.kill(process.pid, 'SIGKILL')
    // blocks the thread, so that nothing runs between here and the delivery of the signal
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  }
}

/** Removes and returns the armed failure, so that it happens once; undefined if there is none or it is not due yet. */
function take(file: string): Failure | undefined {
  if (!existsSync(file)) return undefined
  const { skip = 0, ...failure } = JSON.parse(readFileSync(file, 'utf8')) as Failure
  if (skip === 0) {
    rmSync(file)
    return failure
  }
  writeFileSync(`${file}.new`, JSON.stringify({ ...failure, skip: skip - 1 }))
  renameSync(`${file}.new`, file)
  return undefined
}

let pass: PassFailPoint = failPoints(undefined)

/** Sets the folder of this process's fail points. Only the fault harness sets one (docs/faults.md). */
export function useFailPoints(folder: string | undefined): void {
  pass = failPoints(folder)
}

/** Passes a fail point of this process. */
export const failPoint: PassFailPoint = (point) => pass(point)
