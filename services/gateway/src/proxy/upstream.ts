import type { IncomingHttpHeaders } from 'node:http'
import CircuitBreaker from 'opossum'
import { Pool } from 'undici'
import { Problem } from '@appointments/contracts'
import { THIRD_PARTY_HEADER } from '@appointments/http'
import { contextHeaders, DEADLINE_HEADER, inSpan, type Log } from '@appointments/runtime'
import { silentMetrics, type CircuitWatch, type Metrics } from '@appointments/telemetry'
import { createLane, type Leave } from '../capacity/lane.ts'
import { createLimit, type Outcome } from '../capacity/limit.ts'
import type { Party } from '../capacity/turns.ts'
import { watchLanes } from '../capacity/watch-lanes.ts'
import type { Deadline } from './deadline.ts'
import { exchange, type UpstreamResponse } from './exchange.ts'
import { UpstreamFailure } from './upstream-failure.ts'

/** The lane of a request. */
export type Kind = 'read' | 'write'

export interface UpstreamRequest {
  method: string
  /** The lane of the request; by default `read` for GET and HEAD, otherwise `write`. */
  kind?: Kind
  /** Path and query. */
  path: string
  headers: IncomingHttpHeaders
  body?: Buffer | undefined
  /** The operation of the request, whose requests take similar times; by default the method. */
  operation?: string
  /** Whom the request counts for while it waits for its turn; by default the gateway itself. */
  party?: Party
  /** Whether the request may be retried: a read, or a write with an idempotency key. */
  repeatable: boolean
  deadline: Pick<Deadline, 'signal' | 'remainingMs'> & Partial<Pick<Deadline, 'untilSent' | 'startedAt'>>
}

interface UpstreamOptions {
  name: string
  /** Origin of the service, such as `http://participants:8082`. */
  url: string
  /** Maximum number of requests in flight in each of two lanes, reads and writes; each lane learns its own limit. */
  mostInFlight: number
  /** How long a request may take in total. */
  deadlineMs: number
  metrics?: Metrics
  watchCircuit: CircuitWatch
  log: Log
}

/** A service behind the gateway. */
export interface Upstream {
  /**
   * Waits for a slot, sends a request and resolves with the whole response.
   * @throws UpstreamFailure if there is no complete response
   */
  send: (request: UpstreamRequest) => Promise<UpstreamResponse>
  /** Waits for a slot for a request that is then sent with {@link exchange}. */
  enter: (
    request: Pick<UpstreamRequest, 'method' | 'kind' | 'operation'>,
    party: Party,
    signal: AbortSignal,
    arrivedAt?: number,
  ) => Promise<Leave>
  /** Sends a request that already has a slot, and releases the slot. */
  exchange: (request: UpstreamRequest, leave: Leave) => Promise<UpstreamResponse>
  /** Counts the reads in a combined request that was shed. */
  countShedReads: (count: number) => void
  /** @throws Overloaded if a request of the party would be shed at once */
  requireCapacity: (request: Pick<UpstreamRequest, 'method' | 'kind'>, party: Party) => void
  stop: () => Promise<void>
}

/** The party of the gateway's own requests. */
const GATEWAY: Party = { organization: '', caller: 'gateway' }

/** Whether a status means that a service, or a system behind it, is down. */
export const isDown = (status: number): boolean => status >= 502 && status <= 504

const kindOf = ({
  method,
  kind = method === 'GET' || method === 'HEAD' ? 'read' : 'write',
}: Pick<UpstreamRequest, 'method' | 'kind'>): Kind => kind

/** A client error takes less or more time than the work itself, so it does not show how fast the service is. */
function outcomeOf({ status, headers }: UpstreamResponse): Outcome {
  if (status < 300) return 'worked'
  return isDown(status) && headers[THIRD_PARTY_HEADER] === undefined ? 'failed' : 'other'
}

/** A response that a service, or a system behind it, is down: a failure for the breaker, but the client still gets it. */
class DownResponse extends Error {
  readonly response: UpstreamResponse
  constructor(response: UpstreamResponse) {
    super(`responded ${response.status}`)
    this.response = response
  }
}

/**
 * How long an idle connection is kept. For writes it is shorter than a stopping service waits before it closes idle
 * connections, so that no write is sent on a connection that is being closed. Reads are retried, so they keep connections
 * for longer: a service that is busy with a burst takes a second to accept a new one.
 */
const IDLE_LIMIT_MS = { read: 10_000, write: 1000 }
const CONNECT_LIMIT_MS = 1000

/**
 * Calls a service over a pool of connections. From the outside in: turns for a limited number of requests, one retry of
 * repeatable requests, and a circuit breaker. The breaker opens on missing responses and on 502 to 504, but never on
 * errors of clients or of third parties.
 */
export function createUpstream({
  name,
  url,
  mostInFlight,
  deadlineMs,
  watchCircuit,
  metrics = silentMetrics,
  log,
}: UpstreamOptions): Upstream {
  const openPool = (kind: Kind) =>
    new Pool(new URL(url).origin, {
      connections: mostInFlight,
      keepAliveTimeout: IDLE_LIMIT_MS[kind],
      keepAliveMaxTimeout: IDLE_LIMIT_MS[kind],
      connectTimeout: CONNECT_LIMIT_MS,
      // only the deadline limits how long a response may take
      headersTimeout: 0,
      bodyTimeout: 0,
    })
  const pools = { read: openPool('read'), write: openPool('write') }
  const breaker = new CircuitBreaker(
    async (request: UpstreamRequest) => {
      const { method, path, headers, body, deadline } = request
      const response = await inSpan(`${method} ${name}`, { kind: 'client' }, () => {
        const own = { ...contextHeaders(), [DEADLINE_HEADER]: String(deadline.remainingMs()) }
        return exchange(
          pools[kindOf(request)],
          { method, path, headers: { ...headers, ...own }, body: body ?? null },
          deadline.signal,
        )
      })
      const isThirdPartyFault = response.headers[THIRD_PARTY_HEADER] !== undefined
      if (isDown(response.status) && !isThirdPartyFault) throw new DownResponse(response)
      return response
    },
    {
      name,
      timeout: false,
      volumeThreshold: 20,
      errorThresholdPercentage: 50,
      resetTimeout: 2000,
      errorFilter: (error: unknown) => error instanceof Problem && !(error instanceof UpstreamFailure),
    },
  )
  breaker.on('open', () => log.warn({ service: name }, 'the circuit to a service is open'))
  breaker.on('close', () => log.info({ service: name }, 'the circuit to a service is closed'))
  watchCircuit(name, breaker)
  const watchOf = watchLanes(metrics, name)
  const watches = { read: watchOf('read'), write: watchOf('write') }
  const laneOf = (watch: (typeof watches)['read']) =>
    createLane({ limit: createLimit({ most: mostInFlight, onChange: watch.limit }), deadlineMs, watch })
  const lanes = { read: laneOf(watches.read), write: laneOf(watches.write) }

  const attempt = (request: UpstreamRequest): Promise<UpstreamResponse> =>
    breaker.fire(request).catch((error: unknown) => {
      if (error instanceof DownResponse) return error.response
      throw error instanceof Problem ? error : new UpstreamFailure(false, error)
    })

  const withRetry = async (request: UpstreamRequest): Promise<UpstreamResponse> => {
    try {
      return await attempt(request)
    } catch (error) {
      if (
        !(error instanceof UpstreamFailure) ||
        !request.repeatable ||
        request.deadline.signal.aborted ||
        breaker.opened
      )
        throw error
      return attempt(request).catch((second: unknown) => {
        throw second instanceof UpstreamFailure
          ? new UpstreamFailure(error.maybeExecuted || second.maybeExecuted, second, second.code)
          : second
      })
    }
  }

  const enter: Upstream['enter'] = (request, party, signal, arrivedAt) =>
    lanes[kindOf(request)].enter(party, signal, request.operation ?? request.method, arrivedAt)

  const exchangeIn: Upstream['exchange'] = async (request, leave) => {
    let outcome: Outcome = 'other'
    try {
      const response = await withRetry(request)
      outcome = outcomeOf(response)
      return response
    } catch (error) {
      if (error instanceof UpstreamFailure && !breaker.opened) outcome = 'failed'
      throw error
    } finally {
      leave(outcome)
    }
  }

  return {
    countShedReads(count) {
      for (let counted = 0; counted < count; counted += 1) watches.read.rejected('overload')
    },
    requireCapacity: (request, party) => lanes[kindOf(request)].requireCapacity(party),
    enter,
    exchange: exchangeIn,
    async send(request) {
      const { party = GATEWAY, deadline } = request
      const leave = await enter(request, party, deadline.untilSent ?? deadline.signal, deadline.startedAt)
      return exchangeIn(request, leave)
    },
    async stop() {
      breaker.shutdown()
      await Promise.all([pools.read.destroy(), pools.write.destroy()])
    },
  }
}
