import { AsyncResource } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from './log.ts'
import type { Stoppable } from './stoppable.ts'

/** A task that is repeated. */
export interface Repeating extends Stoppable {
  wake: () => void
  /** Resolves when no turn runs. Every turn that was woken before the call has ended by then. */
  idle: () => Promise<void>
}

/**
 * Repeats a task with a pause between turns; turns never overlap. A failure is logged, and the next turn tries again.
 * `wake` starts the next turn immediately, or after the rest that follows a turn. A turn that returns `true` has more
 * to do, so the next one follows without a pause or a rest.
 * @param options.restMs the shortest time between a turn and the one that `wake` starts; one turn does the work of all
 * wakes within that time
 */
export function repeat(
  name: string,
  pauseMs: number,
  turn: () => Promise<boolean | undefined>,
  log: Log,
  { restMs = 0 }: { restMs?: number } = {},
): Repeating {
  const stopping = new AbortController()
  const { signal } = stopping
  let woken = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  const run = async () => {
    clearTimeout(timer)
    let more: boolean | undefined
    do {
      woken = false
      more = await turn().catch((error: unknown) => {
        log.warn({ err: error, loop: name }, 'a background job failed and will run again')
        return undefined
      })
      if (more !== true && restMs > 0) await pause(restMs, undefined, { signal }).catch(() => undefined)
      // oxlint-disable-next-line typescript/no-unnecessary-condition -- it changes while a turn runs
    } while (!signal.aborted && (more === true || woken))
    running = undefined
    if (!signal.aborted) timer = setTimeout(begin, pauseMs)
  }
  // turns belong to no request, even if a request wakes them
  const begin = AsyncResource.bind(() => {
    if (!signal.aborted) running ??= run()
  })
  timer = setTimeout(begin, pauseMs)
  return {
    wake() {
      woken = true
      begin()
    },
    idle: async () => running,
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}

/** The type of {@link repeat}; a simulation supplies one with its own time. */
export type Repeat = typeof repeat
