import { Overloaded, unansweredBy } from '../proxy/unanswered.ts'
import { createTurns, type Party } from './turns.ts'

/** Frees a slot. */
export type Leave = () => void

/** Slots for requests to one service, given out in turns. */
export interface Lane {
  /**
   * Waits for a slot until the signal aborts.
   * @throws Overloaded if this request is shed
   * @throws Unanswered if time is up before its turn comes
   */
  enter: (party: Party, signal: AbortSignal) => Promise<Leave>
  /** @throws Overloaded if the queue is full */
  requireCapacity: () => void
}

/** Why a request is shed: its turn would come too late, or there is no memory for more that wait. */
export type ShedReason = 'standing' | 'full'

interface LaneOptions {
  /** Requests under way at once. */
  slots: number
  /** Called for each request that is shed. */
  onShed?: (reason: ShedReason) => void
  /** Milliseconds of a clock that never goes back. */
  now?: () => number
}

interface Waiting {
  since: number
  admit: () => void
  shed: () => void
}

/** A queue whose oldest request has waited this long is standing: the service is slower than its callers. */
const STANDING_MS = 1000
/** How long the queue has to stand before requests are shed, so that a burst is served. */
const PATIENCE_MS = 100
/** Most requests that wait: a bound of memory, far above what can be served within a deadline. */
const MOST_WAITING = 10_000

/**
 * Gives out slots in turns: by organization, then by caller. Time bounds the waiting, not the number of requests: a
 * burst is served, and while the queue stands each new arrival sheds the newest request of the caller that has the
 * most waiting.
 */
export function createLane({ slots, onShed = () => {}, now = () => performance.now() }: LaneOptions): Lane {
  const turns = createTurns<Waiting>()
  let free = slots
  let standingSince: number | undefined

  /** Notes since when the queue stands, at each arrival and departure. */
  const observe = (): void => {
    const oldest = turns.oldest()
    if (!oldest || now() - oldest.since <= STANDING_MS) standingSince = undefined
    else standingSince ??= now()
  }
  const isOverloaded = () => standingSince !== undefined && now() - standingSince >= PATIENCE_MS

  /** Passes a slot on to whoever's turn it is. Freeing it twice counts once. */
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
    if (turns.size() < MOST_WAITING) return
    onShed('full')
    throw new Overloaded()
  }

  return {
    requireCapacity,
    async enter(party, signal) {
      if (signal.aborted) throw unansweredBy(signal, false)
      if (free > 0) {
        free -= 1
        return slot()
      }
      requireCapacity()
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          turns.remove(waiting)
          reject(unansweredBy(signal, false))
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
