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

/**
 * Runs a program until SIGTERM or SIGINT, then stops it and exits; out within `limitMs` whatever hangs.
 * A start that fails is logged and ends the process with status 1.
 */
export async function runUntilStopped(
  start: () => Promise<Stoppable>,
  log: Log,
  limitMs = 25_000,
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
