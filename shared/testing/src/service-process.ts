import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { ChildFault } from '@appointments/runtime'

const READY_WITHIN_MS = 50_000

/** Shows whether a process has ended: both are null while it runs. */
type Ending = Pick<ChildProcess, 'exitCode' | 'signalCode'>

/**
 * Runs a service as a separate process; see {@link untilReady}.
 * @param output descriptor of an open file for its stdout and stderr; by default it writes to those of this process
 */
export const spawnService = (
  program: string,
  env: NodeJS.ProcessEnv,
  output: number | 'inherit' = 'inherit',
): ChildProcess => spawn(process.execPath, [program], { env, stdio: ['ignore', output, output] })

/**
 * Resolves when the readiness check of a service succeeds.
 * @param url base URL of the service
 * @throws ChildFault if the service ends with status 1
 * @throws Error if it ends with another status or is not ready within 50 s
 */
export async function untilReady(url: string, child: Ending): Promise<void> {
  const limit = Date.now() + READY_WITHIN_MS
  while (Date.now() < limit) {
    if (hasEnded(child)) {
      const message = `a service ended with status ${child.exitCode ?? 'none'}`
      throw child.exitCode === 1 ? new ChildFault(message) : new Error(message)
    }
    const response = await fetch(`${url}/health/ready`).catch(() => undefined)
    if (response?.ok) return
    await pause(50)
  }
  throw new Error(`no service was ready at ${url}`)
}

/** Ends a service and resolves when its process has exited, or immediately if it already has. */
export async function endService(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (hasEnded(child)) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await exited
}

const hasEnded = ({ exitCode, signalCode }: Ending) => exitCode !== null || signalCode !== null
