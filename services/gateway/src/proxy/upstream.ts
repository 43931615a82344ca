import type { IncomingHttpHeaders } from 'node:http'
import CircuitBreaker from 'opossum'
import { Pool } from 'undici'
import { Problem } from '@appointments/contracts'
import { THIRD_PARTY_HEADER } from '@appointments/http'
import { contextHeaders, inSpan, type Log } from '@appointments/runtime'
import { silentMetrics, type CircuitWatch, type Metrics } from '@appointments/telemetry'
import { createLane, type Leave } from '../capacity/lane.ts'
import type { Party } from '../capacity/turns.ts'
import { gatewayMetrics } from '../metrics.ts'
import type { Deadline } from './deadline.ts'
import { exchange, type UpstreamAnswer } from './exchange.ts'
import { Unanswered } from './unanswered.ts'

export interface UpstreamRequest {
  method: string
  /** Path and query. */
  path: string
  headers: IncomingHttpHeaders
  body?: Buffer | undefined
  /** Who the request counts for while it waits for its turn; the gateway itself unless it says so. */
  party?: Party
  /** Whether doing it twice is doing it once: reads, and writes with an idempotency key. */
  repeatable: boolean
  deadline: Pick<Deadline, 'signal' | 'remainingMs'>
}

interface UpstreamOptions {
  name: string
  /** Origin of the service, such as `http://participants:8082`. */
  url: string
  /** Most requests under way in each of two lanes, reads and writes. More wait for their turn. */
  concurrency: number
  metrics?: Metrics
  watchCircuit: CircuitWatch
  log: Log
}

/** A service behind the gateway. */
export interface Upstream {
  /**
   * Sends a request and resolves with the whole answer.
   * @throws Unanswered where none came, or it broke off
   */
  send: (request: UpstreamRequest) => Promise<UpstreamAnswer>
  /** Waits for the turn of a request that is sent by {@link exchange}. */
  enter: (method: string, party: Party, signal: AbortSignal) => Promise<Leave>
  /** Sends a request whose turn has come. */
  exchange: (request: UpstreamRequest) => Promise<UpstreamAnswer>
  /** Counts requests that were to travel in one that was shed. */
  countShed: (method: string, count: number) => void
  /** @throws Unanswered if too many requests wait already */
  requireCapacity: (method: string) => void
  stop: () => Promise<void>
}

/** Requests that the gateway sends on its own account. */
const GATEWAY: Party = { organization: '', caller: 'gateway' }

/** Whether a status says that a service, or something behind it, is down. */
export const isDown = (status: number): boolean => status >= 502 && status <= 504

/** The service answered that it, or something behind it, is down: the breaker counts it, the client still gets it. */
class DownAnswer extends Error {
  readonly answer: UpstreamAnswer
  constructor(answer: UpstreamAnswer) {
    super(`answered ${answer.status}`)
    this.answer = answer
  }
}

/**
 * How long an idle connection is kept: shorter than a stopping service waits before it cuts those nobody uses, so that
 * no request is sent into one that is being cut.
 */
const IDLE_LIMIT_MS = 1000
const CONNECT_LIMIT_MS = 1000

/**
 * Calls a service over kept connections. From the outside in: turns for a limited number of requests, one retry of what is
 * repeatable, and a circuit breaker, which opens on silence and on 502 to 504, and never on a client's
 * mistake or on a third party's failure.
 */
export function createUpstream({
  name,
  url,
  concurrency,
  watchCircuit,
  metrics = silentMetrics,
  log,
}: UpstreamOptions): Upstream {
  // how long an answer may take is the deadline's business alone
  const pool = new Pool(new URL(url).origin, {
    connections: 2 * concurrency,
    keepAliveTimeout: IDLE_LIMIT_MS,
    keepAliveMaxTimeout: IDLE_LIMIT_MS,
    connectTimeout: CONNECT_LIMIT_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const breaker = new CircuitBreaker(
    async ({ method, path, headers, body, deadline }: UpstreamRequest) => {
      const answer = await inSpan(`${method} ${name}`, { kind: 'client' }, () => {
        const ours = { ...contextHeaders(), 'x-deadline-ms': String(deadline.remainingMs()) }
        return exchange(
          pool,
          { method, path, headers: { ...headers, ...ours }, body: body ?? null },
          deadline.signal,
        )
      })
      const isTheirFault = answer.headers[THIRD_PARTY_HEADER] !== undefined
      if (isDown(answer.status) && !isTheirFault) throw new DownAnswer(answer)
      return answer
    },
    {
      name,
      timeout: false,
      volumeThreshold: 20,
      errorThresholdPercentage: 50,
      resetTimeout: 2000,
      errorFilter: (error: unknown) => error instanceof Problem && !(error instanceof Unanswered),
    },
  )
  breaker.on('open', () => log.warn({ service: name }, 'the circuit to a service is open'))
  breaker.on('close', () => log.info({ service: name }, 'the circuit to a service is closed'))
  watchCircuit(name, breaker)
  const shed = metrics.counter(gatewayMetrics.shed)
  const lane = (kind: 'read' | 'write') =>
    createLane({ slots: concurrency, onShed: (reason) => shed.count({ service: name, lane: kind, reason }) })
  const lanes = { read: lane('read'), write: lane('write') }
  const kindOf = (method: string) => (method === 'GET' || method === 'HEAD' ? 'read' : 'write')
  const laneOf = (method: string) => lanes[kindOf(method)]

  const once = (request: UpstreamRequest): Promise<UpstreamAnswer> =>
    breaker.fire(request).catch((error: unknown) => {
      if (error instanceof DownAnswer) return error.answer
      throw error instanceof Problem ? error : new Unanswered(false, error)
    })

  const withRetry = async (request: UpstreamRequest): Promise<UpstreamAnswer> => {
    try {
      return await once(request)
    } catch (error) {
      if (
        !(error instanceof Unanswered) ||
        !request.repeatable ||
        request.deadline.signal.aborted ||
        breaker.opened
      )
        throw error
      return once(request).catch((second: unknown) => {
        throw second instanceof Unanswered
          ? new Unanswered(error.maybeExecuted || second.maybeExecuted, second)
          : second
      })
    }
  }

  const enter: Upstream['enter'] = (method, party, signal) => laneOf(method).enter(party, signal)

  return {
    countShed: (method, count) =>
      shed.count({ service: name, lane: kindOf(method), reason: 'standing' }, Math.max(0, count)),
    requireCapacity: (method) => laneOf(method).requireCapacity(),
    enter,
    exchange: withRetry,
    async send(request) {
      const leave = await enter(request.method, request.party ?? GATEWAY, request.deadline.signal)
      try {
        return await withRetry(request)
      } finally {
        leave()
      }
    },
    async stop() {
      breaker.shutdown()
      await pool.destroy()
    },
  }
}
