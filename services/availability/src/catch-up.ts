import type { Log } from '@appointments/runtime'

/** Longest time that a start waits for earlier events. */
const LIMIT_MS = 60_000

/** The appointments service runs an older release, which does not have the requested operation. */
export class OlderRelease extends Error {
  override name = 'OlderRelease'
}

/**
 * Whether the events that waited for this service when it started have been applied, by any of its replicas. Until then
 * its copy may lack what clients wrote while it was down.
 */
export function createCatchUp({
  unapplied,
  remaining,
  elapsedMs = () => performance.now(),
  log,
}: {
  /** Reads from their owner the ids of the events that this service may not have applied. */
  unapplied: () => Promise<string[]>
  /** Returns those of the given ids whose events this service has not applied. */
  remaining: (eventIds: readonly string[]) => Promise<string[]>
  /** Milliseconds of a monotonic clock. */
  elapsedMs?: () => number
  log: Log
}) {
  const until = elapsedMs() + LIMIT_MS
  let waiting: readonly string[] | undefined
  let isDone = false
  return {
    isDone: () => isDone,

    /** Checks again. If the owner does not respond, the next call asks it again, until the time limit is reached. */
    async check(): Promise<void> {
      if (isDone) return
      try {
        waiting = await remaining(waiting ?? (await unapplied()))
        isDone = waiting.length === 0
      } catch (error) {
        // an older release records no replies, so its events cannot be waited for
        isDone = error instanceof OlderRelease
        if (!isDone) log.info({ reason: String(error) }, 'the events from before the start are not known yet')
      }
      if (isDone || elapsedMs() < until) return
      isDone = true
      log.warn({ events: waiting?.length }, 'slots are computed although not all earlier events are applied')
    },
  }
}
export type CatchUp = ReturnType<typeof createCatchUp>
