import { Overloaded, abortReason } from '../proxy/upstream-failure.ts'
import type { Limit, Outcome } from './limit.ts'
import { createRate } from './rate.ts'
import { createTurns, type Party } from './turns.ts'

/** Releases a slot. The outcome may show how fast the service is; the default is `other`, which does not. */
export type Leave = (outcome?: Outcome) => void

/** Slots for requests to one service, assigned in turns. */
export interface Lane {
  /**
   * Waits for a slot until the signal aborts.
   * @param operation requests of one operation take similar times
   * @param arrivedAt when the request arrived, by the lane's clock; now by default
   * @throws Overloaded if this request is shed
   * @throws Problem that the signal was aborted with, or DEADLINE_EXCEEDED, if the signal aborts before its turn
   */
  enter: (party: Party, signal: AbortSignal, operation: string, arrivedAt?: number) => Promise<Leave>
  /**
   * Rejects a request that would be shed at once, before any work is done for it.
   * @throws Overloaded
   */
  requireCapacity: (party: Party) => void
  /** Assigns free slots. Call it when the limit has grown although no request has ended. */
  admit: () => void
  /** How many requests wait. */
  waiting: () => number
}

/**
 * Why a request that waited was not sent: it was shed because of `overload`, its `deadline` passed, or its client had
 * `left`.
 */
export type RejectionReason = 'overload' | 'deadline' | 'left'

/** Is notified of changes. */
export interface LaneWatch {
  inFlight: (by: number) => void
  waiting: (by: number) => void
  rejected: (reason: RejectionReason) => void
}

interface LaneOptions {
  /** How many requests may have a slot at the same time. */
  limit: Limit
  /** How long a request may take in total. */
  deadlineMs: number
  watch?: LaneWatch
  /** Milliseconds of a monotonic clock. */
  now?: () => number
}

interface Waiting {
  since: number
  admit: () => void
  shed: () => void
}

/** The queue is standing if a caller has waited this long for its turn, because there are too many callers. */
const TURN_MS = 1000
/** The queue is also standing if a request has waited for this part of its deadline, because few callers send too much. */
const LATE = 0.6
/** How long the queue must be standing, with more arrivals than departures, before requests are shed. */
const PATIENCE_MS = 500
/** How long requests may wait while others are shed. */
const SHORT_QUEUE_MS = 250
/** Shedding ends when no request had to be shed for this long. */
const RELIEF_MS = 1000
/** How often the limit is checked while requests wait. */
const ASK_AGAIN_MS = 100

const ignored: LaneWatch = {
  inFlight: () => {},
  waiting: () => {},
  rejected: () => {},
}

/**
 * Assigns slots in turns: by organization, then by caller.
 *
 * The queue is bounded by waiting time, not by length, so a burst is served: its caller gets its turns, although its
 * last request waits long. During an overload, callers wait too long for their turns, and more requests arrive than
 * leave. Then the newest requests of the callers with the most waiting requests are shed, until the rest can be served
 * in a short time. So responses stay quick during an overload, and a caller with few requests does not notice it.
 */
export function createLane({
  limit,
  deadlineMs,
  watch = ignored,
  now = () => performance.now(),
}: LaneOptions): Lane {
  const turns = createTurns<Waiting>()
  const arrivals = createRate(now)
  const departures = createRate(now)
  let standingSince: number | undefined
  let lastShedAt = -Infinity
  let timer: NodeJS.Timeout | undefined

  /** Records since when the queue has been standing; called at each arrival and departure. */
  const observe = (): void => {
    const oldest = turns.oldest()?.since ?? now()
    const lastTurn = turns.longestWithoutTurn() ?? now()
    const isStanding = now() - lastTurn > TURN_MS || now() - oldest > LATE * deadlineMs
    standingSince = isStanding ? (standingSince ?? now()) : undefined
  }
  const isOverloaded = () =>
    now() - lastShedAt < RELIEF_MS ||
    (standingSince !== undefined &&
      now() - standingSince >= PATIENCE_MS &&
      arrivals.perSecond() > departures.perSecond())
  /** How many requests may wait during an overload. */
  const mayWait = () => Math.max(limit.current(), (departures.perSecond() * SHORT_QUEUE_MS) / 1000)

  const takeOut = (waiting: Waiting): boolean => {
    const isWaiting = turns.remove(waiting)
    if (isWaiting) watch.waiting(-1)
    return isWaiting
  }

  const admitNext = (): void => {
    while (turns.size() > 0 && limit.hasRoom()) {
      const next = turns.next(now())
      watch.waiting(-1)
      next?.admit()
    }
    observe()
    askAgain()
  }

  /** The limit can change even if no request ends, so it is checked again while requests wait. */
  const askAgain = (): void => {
    if (timer !== undefined || turns.size() === 0) return
    timer = setTimeout(() => {
      timer = undefined
      admitNext()
    }, ASK_AGAIN_MS)
    timer.unref()
  }

  /** A slot that passes to the next request in turn when released. Releasing it twice counts once. */
  const slot = (operation: string): Leave => {
    const end = limit.begin(operation)
    watch.inFlight(1)
    let isHeld = true
    return (outcome = 'other') => {
      if (!isHeld) return
      isHeld = false
      end(outcome)
      watch.inFlight(-1)
      departures.count()
      admitNext()
    }
  }

  return {
    admit: admitNext,
    waiting: () => turns.size(),
    requireCapacity(party) {
      if (now() - lastShedAt >= RELIEF_MS || turns.size() < mayWait() || !turns.isBusiest(party)) return
      lastShedAt = now()
      arrivals.count()
      watch.rejected('overload')
      throw new Overloaded()
    },
    async enter(party, signal, operation, arrivedAt = now()) {
      if (signal.aborted) throw abortReason(signal, false)
      arrivals.count(arrivedAt)
      if (turns.size() === 0 && limit.hasRoom()) return slot(operation)
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          takeOut(waiting)
          const reason = abortReason(signal, false)
          watch.rejected(reason.code === 'DEADLINE_EXCEEDED' ? 'deadline' : 'left')
          reject(reason)
        }
        const waiting: Waiting = {
          since: arrivedAt,
          admit() {
            signal.removeEventListener('abort', giveUp)
            resolve(slot(operation))
          },
          shed() {
            signal.removeEventListener('abort', giveUp)
            watch.rejected('overload')
            reject(new Overloaded())
          },
        }
        signal.addEventListener('abort', giveUp, { once: true })
        turns.add(party, waiting, arrivedAt)
        watch.waiting(1)
        admitNext()
        if (!isOverloaded()) return
        while (turns.size() > mayWait()) {
          lastShedAt = now()
          watch.waiting(-1)
          turns.dropNewestOfBusiest()?.shed()
        }
      })
    },
  }
}
