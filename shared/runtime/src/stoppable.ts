import type { Log } from './log.ts'

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

/**
 * Runs a program until SIGTERM or SIGINT, then stops it and exits; out within `limitMs` whatever hangs.
 * A start that fails is logged and ends the process with status 1.
 */
export async function runUntilStopped(
  start: () => Promise<Stoppable>,
  log: Log,
  limitMs = STOP_LIMIT_MS,
): Promise<void> {
  const running = await start().catch((error: unknown) => {
    log.error({ err: error }, error instanceof Error ? error.message : 'start failed')
    process.exit(1)
  })
  let stopping = false
  const stop = (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), limitMs).unref()
    void running.stop().then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/** Runs a program that does one thing and ends; with status 1, and a line in the log, where it fails. */
export async function runOnce(work: () => Promise<void>, log: Log): Promise<void> {
  await work().catch((error: unknown) => {
    log.error({ err: error }, error instanceof Error ? error.message : 'failed')
    process.exitCode = 1
  })
}
