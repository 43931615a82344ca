import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { MOST_READS } from '@appointments/contracts'
import { clientLeft } from '../proxy/deadline.ts'
import { createLane, type LaneWatch } from './lane.ts'
import type { Limit } from './limit.ts'
import type { Party } from './turns.ts'

/** Limits on the requests that one turn of the event loop begins. The rest of the turn belongs to responses. */
interface Pace {
  /** This many are begun, however long that takes. */
  atLeast: number
  /** Further requests are begun until this time is up. */
  ms: number
}

/** Reads that are begun in one turn can be sent as one request, so a turn begins enough to fill one. */
const USUAL: Pace = { atLeast: MOST_READS, ms: 10 }
/** The pace of a late turn. It is short, so that the next turn accepts new connections soon. */
const BUSY: Pace = { atLeast: 16, ms: 5 }
/** A turn that comes this long after it was scheduled is late: there is more to do than the process has time for. */
const LATE_MS = 20

interface EntranceOptions {
  /** Serves a request. */
  serve: RequestListener
  /** Responds to a request that is shed. */
  reject: RequestListener
  /** How long a request may take in total. */
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
  /** How many more requests this turn begins however long that takes; then it begins requests until its time is up. */
  let stillBegins = 0
  let turnEndsAt = -Infinity
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
      // one turn later, because a small body has arrived by then: otherwise the response would close the connection
    } else setImmediate(() => response.destroyed || reject(request, response))
  }

  return (request, response) => {
    // if a probe had to wait, a busy process would be killed
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
