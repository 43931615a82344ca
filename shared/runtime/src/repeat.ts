import { AsyncResource } from 'node:async_hooks'
import type { Log } from './log.ts'
import type { Stoppable } from './stoppable.ts'

/**
 * Repeats a task with a pause between turns; turns never overlap. A failure is logged, and the next turn tries again.
 * `wake` starts the next turn immediately; a turn that returns `true` has more to do, so the next one follows without a
 * pause.
 */
export function repeat(
  name: string,
  pauseMs: number,
  turn: () => Promise<boolean | undefined>,
  log: Log,
): Stoppable & { wake: () => void } {
  let stopped = false
  let woken = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  const run = async () => {
    clearTimeout(timer)
    let more: boolean | undefined
    do {
      woken = false
      more = await turn().catch((error: unknown) => {
        log.warn({ err: error, loop: name }, 'a turn failed')
        return undefined
      })
      // oxlint-disable-next-line typescript/no-unnecessary-condition -- both change while a turn runs
    } while (!stopped && (more === true || woken))
    running = undefined
    if (!stopped) timer = setTimeout(begin, pauseMs)
  }
  // turns belong to no request, even if a request wakes them
  const begin = AsyncResource.bind(() => {
    if (!stopped) running ??= run()
  })
  timer = setTimeout(begin, pauseMs)
  return {
    wake() {
      woken = true
      begin()
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/** The type of {@link repeat}; a simulation supplies one with its own time. */
export type Repeat = typeof repeat
