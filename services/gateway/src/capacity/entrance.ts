import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { MOST_READS } from '@appointments/contracts'
import { clientLeft } from '../proxy/deadline.ts'
import { createLane, type LaneWatch } from './lane.ts'
import type { Limit } from './limit.ts'
import type { Party } from './turns.ts'

/**
 * What a turn of the event loop begins: this many requests in any case, and more until the time is over. The rest of the
 * turn belongs to responses. The reads that are begun in one turn can be sent as one request.
 */
const USUAL = { atLeast: MOST_READS, ms: 10 }
/** What a late turn begins, so that the next turn accepts new connections sooner. */
const BUSY = { atLeast: 16, ms: 5 }
/** A turn that comes this long after it was scheduled is late: there is more to do than the process has time for. */
const LATE_MS = 20

interface EntranceOptions {
  /** Serves a request. */
  serve: RequestListener
  /** Responds to a request that is shed. */
  reject: RequestListener
  /** How long a request may take in all. */
  deadlineMs: number
  watch?: LaneWatch
  /** Milliseconds of the monotonic clock. */
  now?: () => number
}

const arrivals = new WeakMap<IncomingMessage, number>()

/** When a request arrived, in milliseconds of the monotonic clock; now if it did not pass the entrance. */
export const arrivedAt = (request: IncomingMessage): number => arrivals.get(request) ?? performance.now()

/**
 * Queues requests before any work is done for them, and begins them at a pace that leaves the event loop time for
 * everything else: a turn that began every request that has arrived would be long, and new connections would wait for
 * it. Requests that wait too long are shed as in any lane, and cost little.
 */
export function createEntrance({
  serve,
  reject,
  deadlineMs,
  watch,
  now = () => performance.now(),
}: EntranceOptions): RequestListener {
  /** Until when requests may be begun in this turn, and how many still are in any case. */
  let turnEndsAt = -Infinity
  let stillBegins = 0
  let isBeginning = false
  let isScheduled = false

  /** One request begins after the other, until the time of the turn is over. */
  const limit: Limit = {
    current: () => USUAL.atLeast,
    hasRoom: () => !isBeginning && (stillBegins > 0 || now() < turnEndsAt),
    begin() {
      isBeginning = true
      stillBegins -= 1
      return () => {
        isBeginning = false
      }
    },
  }
  const lane = createLane({ limit, deadlineMs, now, ...(watch && { watch }) })

  const schedule = () => {
    if (isScheduled) return
    isScheduled = true
    setImmediate(turn, now())
  }
  const turn = (wasDueAt: number) => {
    isScheduled = false
    const { atLeast, ms } = now() - wasDueAt > LATE_MS ? BUSY : USUAL
    stillBegins = atLeast
    turnEndsAt = now() + ms
    lane.admit()
    if (lane.waiting() > 0) schedule()
  }

  const enter = async (request: IncomingMessage, response: ServerResponse) => {
    const left = new AbortController()
    const abort = () => left.abort(clientLeft())
    response.once('close', abort)
    arrivals.set(request, now())
    const leave = await lane.enter(partyOf(request), left.signal, 'begin').catch(() => undefined)
    response.off('close', abort)
    if (leave) {
      serve(request, response)
      leave()
      // a turn later, when a small body has arrived: otherwise the response would close its connection
    } else setImmediate(() => response.destroyed || reject(request, response))
  }

  return (request, response) => {
    // a probe that waits would end a process that is busy
    if (request.url?.startsWith('/health/') === true) {
      serve(request, response)
      return
    }
    void enter(request, response)
    schedule()
  }
}

/** Tokens are not verified yet: a request with an invalid one is rejected when its turn comes. */
const partyOf = ({ headers, socket }: IncomingMessage): Party => ({
  organization: '',
  caller: headers.authorization ?? socket.remoteAddress ?? '',
})
