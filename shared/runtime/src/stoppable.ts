import { commandOf } from './command.ts'
import { useFailPoints } from './fail-points.ts'
import type { Log } from './log.ts'
import { printFault } from './startup-fault.ts'

/** Something that was started and can be stopped; stopping twice is harmless. */
export interface Stoppable {
  stop: () => Promise<void>
}

/** Collects everything that was started, and stops it in reverse order. */
export function createStopOrder(log: Log) {
  const steps: { name: string; stop: () => Promise<unknown> }[] = []
  let stopped: Promise<void> | undefined
  return {
    /** Registers a step for the stop; the last one registered runs first. */
    onStop(name: string, stop: () => Promise<unknown>): void {
      steps.push({ name, stop })
    },
    stop(): Promise<void> {
      stopped ??= (async () => {
        for (const { name, stop } of steps.reverse()) {
          await stop().catch((error: unknown) =>
            log.error({ err: error, step: name }, 'a step of the shutdown failed'),
          )
        }
      })()
      return stopped
    },
  }
}

export type StopOrder = ReturnType<typeof createStopOrder>

/** A program exits this long after a stop signal, even if a step hangs. */
export const STOP_LIMIT_MS = 25_000

/** A program; its name is the prefix of the line printed if it cannot start. */
interface Program {
  name: string
  log: Log
}

/** The commands of a program besides `serve`, by name. Each gets its arguments, and ends. */
export type Commands = Readonly<Record<string, (args: readonly string[]) => Promise<void>>>

/**
 * Runs the command of a service's program: serves until it is stopped, or does another command and exits. If the
 * command fails, the reason is printed to standard error and the process exits with status 1; see {@link printFault}.
 */
export async function runCommand(
  program: Program,
  serve: () => Promise<Stoppable>,
  others: Commands,
): Promise<void> {
  const known = ['serve', ...Object.keys(others)]
  const { command, args } = await orExit(program, () => Promise.resolve().then(() => commandOf(known)))
  const other = others[command]
  if (other) await orExit(program, () => other(args))
  else {
    useFailPoints(process.env.FAIL_POINTS)
    await runUntilStopped(program, serve)
  }
}

/**
 * Runs a program until SIGTERM or SIGINT, then stops it and exits within 25 s, even if a step hangs. If its start fails,
 * the reason is printed to standard error and the process exits with status 1.
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
