import type { IncomingHttpHeaders } from 'node:http'
import CircuitBreaker from 'opossum'
import { Pool } from 'undici'
import { Problem } from '@appointments/contracts'
import { contextHeaders, inSpan, type Log } from '@appointments/runtime'
import type { CircuitWatch } from '@appointments/telemetry'
import type { Deadline } from './deadline.ts'
import { exchange, type UpstreamAnswer } from './exchange.ts'
import { Unanswered } from './unanswered.ts'

export interface UpstreamRequest {
  method: string
  /** Path and query. */
  path: string
  headers: IncomingHttpHeaders
  body?: Buffer | undefined
  /** Whether doing it twice is doing it once: reads, and writes with an idempotency key. */
  repeatable: boolean
  deadline: Pick<Deadline, 'signal' | 'remainingMs'>
}

interface UpstreamOptions {
  name: string
  /** Origin of the service, such as `http://participants:8082`. */
  url: string
  /** Most requests under way. 64 more wait for their turn, so that a burst is no failure; the rest is refused at once. */
  concurrency: number
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
  /** @throws Unanswered where a request would be refused now, because as many wait as may */
  requireRoom: () => void
  stop: () => Promise<void>
}

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
/** How many may wait for their turn: as many as come in a burst, and few enough that the last one's turn comes soon. */
const MOST_WAITING = 64

/**
 * Calls a service over kept connections. From the outside in: a limit of requests taken, one retry of what is
 * repeatable, and a circuit breaker, which opens on silence and on 502 to 504 and never on a client's mistake.
 */
export function createUpstream({ name, url, concurrency, watchCircuit, log }: UpstreamOptions): Upstream {
  // how long an answer may take is the deadline's business alone
  const pool = new Pool(new URL(url).origin, {
    connections: concurrency,
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
      if (isDown(answer.status)) throw new DownAnswer(answer)
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
  let taken = 0

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

  const requireRoom = () => {
    if (taken >= concurrency + MOST_WAITING) throw new Unanswered(false)
  }

  return {
    requireRoom,
    async send(request) {
      requireRoom()
      taken += 1
      try {
        return await withRetry(request)
      } finally {
        taken -= 1
      }
    },
    async stop() {
      breaker.shutdown()
      await pool.destroy()
    },
  }
}
