import { commandOf } from './command.ts'
import { useFailPoints } from './fail-points.ts'
import type { Log } from './log.ts'
import { printFault } from './startup-fault.ts'

/** Something that was started and can be stopped; stopping twice is harmless. */
export interface Stoppable {
  stop: () => Promise<void>
}

/** Collects what was started, and stops it in the opposite order. */
export function createStopOrder(log: Log) {
  const steps: { name: string; stop: () => Promise<unknown> }[] = []
  let stopped: Promise<void> | undefined
  return {
    /** Registers what to do at the end; the last one registered goes first. */
    onStop(name: string, stop: () => Promise<unknown>): void {
      steps.push({ name, stop })
    },
    stop(): Promise<void> {
      stopped ??= (async () => {
        for (const { name, stop } of steps.reverse()) {
          await stop().catch((error: unknown) => log.error({ err: error, step: name }, 'stopping failed'))
        }
      })()
      return stopped
    },
  }
}

/** Whatever hangs, a program that was told to stop is gone after this. */
export const STOP_LIMIT_MS = 25_000

/** A program that can be run: its name starts the line that says why it could not start. */
interface Program {
  name: string
  log: Log
}

/**
 * Runs the program of a service as its command line says: serves until it is stopped, or migrates its database and ends.
 * If either fails, standard error says why and the process ends with status 1; see {@link printFault}.
 */
export async function runCommand(
  program: Program,
  { serve, migrate }: { serve: () => Promise<Stoppable>; migrate: () => Promise<void> },
): Promise<void> {
  if ((await orExit(program, () => Promise.resolve().then(() => commandOf()))) === 'migrate')
    await orExit(program, migrate)
  else {
    useFailPoints(process.env.FAIL_POINTS)
    await runUntilStopped(program, serve)
  }
}

/**
 * Runs a program until SIGTERM or SIGINT, then stops it and exits within 25 s whatever hangs. If its start fails,
 * standard error says why and the process ends with status 1.
 */
export async function runUntilStopped(program: Program, start: () => Promise<Stoppable>): Promise<void> {
  const running = await orExit(program, start)
  let stopping = false
  const stop = (signal: string) => {
    if (stopping) return
    stopping = true
    program.log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref()
    void running.stop().then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

const orExit = <Result>({ name }: Program, work: () => Promise<Result>): Promise<Result> =>
  work().catch((error: unknown) => {
    printFault(name, error)
    process.exit(1)
  })
