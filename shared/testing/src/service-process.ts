import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { ChildFault } from '@appointments/runtime'

const READY_WITHIN_MS = 30_000

/** What tells whether a process has ended. */
type Ending = Pick<ChildProcess, 'exitCode' | 'signalCode'>

/**
 * Runs a service as a process of its own; see {@link untilReady}.
 * @param output where it writes, a file that is open; where this process does unless another is given
 */
export const spawnService = (
  program: string,
  env: NodeJS.ProcessEnv,
  output: number | 'inherit' = 'inherit',
): ChildProcess => spawn(process.execPath, [program], { env, stdio: ['ignore', output, output] })

/**
 * Resolves when a service answers that it is ready.
 * @param url where it is going to listen
 * @throws ChildFault if it ends with status 1 instead
 * @throws Error if it ends in another way, or takes longer than 30 s
 */
export async function untilReady(url: string, child: Ending): Promise<void> {
  const limit = Date.now() + READY_WITHIN_MS
  while (Date.now() < limit) {
    if (hasEnded(child)) {
      const message = `a service ended with status ${child.exitCode ?? 'none'}`
      throw child.exitCode === 1 ? new ChildFault(message) : new Error(message)
    }
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined)
    if (answer?.ok) return
    await pause(50)
  }
  throw new Error(`no service was ready at ${url}`)
}

/** Ends a service and resolves when its process is gone; one that is gone already is no error. */
export async function endService(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (hasEnded(child)) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await exited
}

const hasEnded = ({ exitCode, signalCode }: Ending) => exitCode !== null || signalCode !== null
