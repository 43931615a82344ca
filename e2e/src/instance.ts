import type { Running } from './platforms/platform.ts'
import type { Program } from './service-names.ts'

/** One process, container or function that runs a service, at a fixed address. */
export interface Instance {
  service: Program
  url: string
  /** The running service; undefined before its start and after its end. */
  running: () => Running | undefined
  /** Starts it unless it runs. @throws Error if it does not become ready */
  start: () => Promise<void>
  /** Ends it if it runs. */
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>
}

/** An instance that does not run yet. @param launch resolves when it is ready at its address */
export function createInstance(service: Program, url: string, launch: () => Promise<Running>): Instance {
  let running: Running | undefined
  let starting: Promise<void> | undefined
  const begin = async () => {
    const launched = await launch()
    running = launched
    void launched.ended?.then(() => {
      if (running === launched) running = undefined
    })
  }
  return {
    service,
    url,
    running: () => running,
    async start() {
      if (running) return
      await (starting ??= begin().finally(() => (starting = undefined)))
    },
    async end(signal) {
      await starting?.catch(() => undefined)
      const ending = running
      running = undefined
      await ending?.end(signal)
    },
  }
}
