import { Overloaded, abortReason } from '../proxy/upstream-failure.ts'
import { createTurns, type Party } from './turns.ts'

/** Releases a slot. */
export type Leave = () => void

/** Slots for requests to one service, assigned in turns. */
export interface Lane {
  /**
   * Waits for a slot until the signal aborts.
   * @throws Overloaded if this request is shed
   * @throws UpstreamFailure if the signal aborts before its turn comes
   */
  enter: (party: Party, signal: AbortSignal) => Promise<Leave>
  /** @throws Overloaded if the queue is full */
  requireCapacity: () => void
}

/** Why a request is shed: the queue is standing, or it has reached its maximum length. */
export type ShedReason = 'standing' | 'full'

interface LaneOptions {
  /** Maximum number of requests in flight. */
  slots: number
  /** Called for each request that is shed. */
  onShed?: (reason: ShedReason) => void
  /** Milliseconds of a monotonic clock. */
  now?: () => number
}

interface Waiting {
  since: number
  admit: () => void
  shed: () => void
}

/** A queue whose oldest request has waited this long is standing: requests arrive faster than the service responds. */
const STANDING_MS = 1000
/** How long the queue must be standing before requests are shed, so that a burst is served. */
const PATIENCE_MS = 100
/** Maximum length of the queue. It bounds memory and is far above the number of requests served within a deadline. */
const MAX_WAITING = 10_000

/**
 * Assigns slots in turns: by organization, then by caller. The queue is bounded by waiting time, not by length: a
 * burst is served, and while the queue is standing, each arrival sheds the newest request of the caller with the most
 * waiting requests.
 */
export function createLane({ slots, onShed = () => {}, now = () => performance.now() }: LaneOptions): Lane {
  const turns = createTurns<Waiting>()
  let free = slots
  let standingSince: number | undefined

  /** Records since when the queue has been standing; called at each arrival and departure. */
  const observe = (): void => {
    const oldest = turns.oldest()
    if (!oldest || now() - oldest.since <= STANDING_MS) standingSince = undefined
    else standingSince ??= now()
  }
  const isOverloaded = () => standingSince !== undefined && now() - standingSince >= PATIENCE_MS

  /** A slot that passes to the next request in turn when released. Releasing it twice counts once. */
  const slot = (): Leave => {
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      const next = turns.next()
      if (next) next.admit()
      else free += 1
      observe()
    }
  }

  const requireCapacity = () => {
    if (turns.size() < MAX_WAITING) return
    onShed('full')
    throw new Overloaded()
  }

  return {
    requireCapacity,
    async enter(party, signal) {
      if (signal.aborted) throw abortReason(signal, false)
      if (free > 0) {
        free -= 1
        return slot()
      }
      requireCapacity()
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          turns.remove(waiting)
          reject(abortReason(signal, false))
        }
        const waiting: Waiting = {
          since: now(),
          admit() {
            signal.removeEventListener('abort', giveUp)
            resolve(slot())
          },
          shed() {
            signal.removeEventListener('abort', giveUp)
            onShed('standing')
            reject(new Overloaded())
          },
        }
        signal.addEventListener('abort', giveUp, { once: true })
        turns.add(party, waiting)
        observe()
        if (isOverloaded()) turns.dropNewestOfBusiest()?.shed()
      })
    },
  }
}
