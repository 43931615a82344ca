/**
 * How a request ended: `worked` if its duration shows how fast the service is, `failed` if the service did not respond or
 * was overloaded, `other` for anything that says nothing about it, such as a client error.
 */
export type Outcome = 'worked' | 'failed' | 'other'

/** The number of requests that may be in flight to a service, learned from how long they take. */
export interface Limit {
  current: () => number
  /** Whether another request may begin. */
  hasRoom: () => boolean
  /** Begins a request; the returned function ends it. */
  begin: (operation: string) => (outcome: Outcome) => void
}

interface LimitOptions {
  /** Upper bound of the limit, and of the number of all requests in flight. */
  most: number
  onChange?: (by: number) => void
  /** Milliseconds of a monotonic clock. */
  now?: () => number
}

const LEAST = 8
/** How long durations are collected before the limit changes. */
const WINDOW_MS = 100
/** A window with fewer durations lasts longer. */
const FEW = 5
const LONGEST_WINDOW_MS = 500
/** A service is slow when its requests take this many times as long as without contention. */
const TOLERANCE = 3
/** The largest cut of one window. */
const LARGEST_CUT = 0.5
/** Weight of one duration in the usual duration of its operation. */
const WEIGHT = 0.1
/**
 * A request that takes at least this long, and much longer than others, waits for something that others do not need,
 * such as a third party. It stops counting against the limit, because a few such requests would otherwise hold up all
 * others.
 */
const STUCK_MS = 500
/** A request that takes this long is stuck, however long others take. */
const SURELY_STUCK_MS = 2000

interface InFlight {
  operation: string
  since: number
}

/**
 * Learns how many requests a service should get at once: the limit grows while requests take about as long as they do
 * without contention, and shrinks in proportion to how much longer they take (the gradient of Netflix's
 * concurrency-limits). Durations are compared with those of the same operation, so the limit does not depend on the mix
 * of requests. The limit changes only while at least half of it is in use.
 */
export function createLimit({
  most,
  onChange = () => {},
  now = () => performance.now(),
}: LimitOptions): Limit {
  const least = Math.min(LEAST, most)
  /** Usual duration of each operation without contention. */
  const usual = new Map<string, number>()
  // sets iterate in order of insertion, so the oldest request comes first
  const active = new Set<InFlight>()
  let stuck = 0
  let limit = least
  let startedAt = now()
  let peak = 0
  let slowdowns: number[] = []
  /** How much longer than usual recent requests took, without stuck ones. */
  let recentSlowdown = 1
  onChange(limit)

  const oldest = (): InFlight | undefined => active.values().next().value

  const isStuck = ({ operation, since }: InFlight) => {
    const slow = TOLERANCE * recentSlowdown * (usual.get(operation) ?? 0)
    return now() - since >= Math.min(SURELY_STUCK_MS, Math.max(STUCK_MS, slow))
  }
  const moveStuck = () => {
    for (const one of active) {
      if (now() - one.since < STUCK_MS) return
      if (!isStuck(one)) continue
      active.delete(one)
      stuck += 1
    }
  }

  /** How much longer requests take than usual, as the median; undefined if that is not known yet. */
  const slowdown = (windowMs: number): number | undefined => {
    if (slowdowns.length >= FEW || (slowdowns.length > 0 && windowMs >= LONGEST_WINDOW_MS))
      return slowdowns.sort((a, b) => a - b)[Math.floor(slowdowns.length / 2)]
    const one = oldest()
    if (!one || slowdowns.length > 0) return undefined
    // no request has ended for a long time: the service may hang
    const age = now() - one.since
    return age > Math.max(2 * WINDOW_MS, TOLERANCE * (usual.get(one.operation) ?? 0)) ? Infinity : undefined
  }

  const update = () => {
    moveStuck()
    const windowMs = now() - startedAt
    if (windowMs < WINDOW_MS) return
    if (peak >= limit / 2) {
      const times = slowdown(windowMs)
      if (times === undefined) {
        if (windowMs < LONGEST_WINDOW_MS) return
      } else {
        if (times < Infinity) recentSlowdown = times
        const gradient = Math.min(1, Math.max(LARGEST_CUT, TOLERANCE / times))
        const next = Math.min(most, Math.max(least, limit * gradient + Math.sqrt(limit)))
        onChange(Math.floor(next) - Math.floor(limit))
        limit = next
      }
    }
    startedAt = now()
    peak = active.size
    slowdowns = []
  }

  const learn = (operation: string, ms: number) => {
    const known = usual.get(operation)
    slowdowns.push(known === undefined ? 1 : ms / known)
    const isContended = active.size >= limit / 2
    if (known === undefined) usual.set(operation, ms)
    else if (ms < known || !isContended) usual.set(operation, known + (ms - known) * WEIGHT)
  }

  return {
    current: () => Math.floor(limit),
    hasRoom() {
      update()
      return active.size < Math.floor(limit) && active.size + stuck < most
    },
    begin(operation) {
      const one: InFlight = { operation, since: now() }
      active.add(one)
      peak = Math.max(peak, active.size)
      return (outcome) => {
        const isActive = active.has(one)
        if (isActive && outcome === 'worked') learn(operation, Math.max(0.1, now() - one.since))
        else if (isActive && outcome === 'failed') slowdowns.push(Infinity)
        if (isActive) active.delete(one)
        else stuck -= 1
        update()
      }
    },
  }
}
