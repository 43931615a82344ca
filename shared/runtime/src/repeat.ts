import { AsyncResource } from 'node:async_hooks'
import type { Log } from './log.ts'
import type { Stoppable } from './stoppable.ts'

/**
 * Does something again and again with a pause between, never twice at once. A failure is logged and the next
 * turn tries again. `wake` starts the next turn at once; a turn that says `true` has more to do and goes on
 * without a pause.
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
      // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- both change while a turn runs
    } while (!stopped && (more === true || woken))
    running = undefined
    if (!stopped) timer = setTimeout(begin, pauseMs)
  }
  // whoever wakes it is part of something else: turns belong to no request
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

/** How something that happens again and again is set going; a simulation brings its own time. */
export type Repeat = typeof repeat
