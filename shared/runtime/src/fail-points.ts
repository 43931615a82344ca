import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** The moments beside an input or output at which a process can be made to fail. */
export type FailPoint =
  | 'commit.before'
  | 'commit.after'
  | 'publish.before'
  | 'publish.after'
  | 'consume.before'
  | 'consume.after'
  | 'answer.before'
  | 'answer.after'
  | 'send.before'
  | 'send.after'
  | 'forward.before'
  | 'forward.after'

/** What happens at a point that is armed: `kill` ends the process as `kill -9` does. */
export interface Failure {
  does: 'kill' | 'throw' | 'pause'
  pauseMs?: number
  /** How often the point is passed unharmed first. */
  skip?: number
}

/** Passes a point; free of cost unless the process was started to fail. */
export type PassFailPoint = (point: FailPoint) => Promise<void> | undefined

/** In this file of the folder each point that is passed gets a line, while the file is there. */
export const TRACE_FILE = 'trace'

/**
 * Fail points told by files: one named for a point holds the {@link Failure} that happens there once. Only a test that
 * starts the process says where they are; without a folder nothing is ever looked at.
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
    // the signal is delivered at once, and nothing more is done whatever it takes
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  }
}

/** Takes what is armed, so that it happens once; undefined where nothing is, or not yet. */
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

/** The fail points of this process, which only the fault harness switches on (docs/faults.md). */
export const failPoint: PassFailPoint = failPoints(process.env['FAIL_POINTS'])
