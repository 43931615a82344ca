import type { IncomingHttpHeaders } from 'node:http'
import CircuitBreaker from 'opossum'
import { Pool } from 'undici'
import { Problem } from '@appointments/contracts'
import { contextHeaders, inSpan, type Log } from '@appointments/runtime'
import type { CircuitWatch } from '@appointments/telemetry'
import type { Deadline } from './deadline.ts'
import { Unanswered } from './unanswered.ts'

export interface UpstreamRequest {
  method: string
  /** Path and query. */
  path: string
  headers: IncomingHttpHeaders
  body?: Buffer | undefined
  /** Whether doing it twice is doing it once: reads, and writes with an idempotency key. */
  repeatable: boolean
  deadline: Deadline
}

/** A service's answer, read to its end. */
export interface UpstreamAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

interface UpstreamOptions {
  name: string
  /** Origin of the service, such as `http://participants:8082`. */
  url: string
  /** Most requests under way; more are refused at once. */
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
  stop: () => Promise<void>
}

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
 * Calls a service over kept connections. From the outside in: a limit of requests under way, one retry of what is
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
    async (request: UpstreamRequest) => {
      const answer = await inSpan(`${request.method} ${name}`, { kind: 'client' }, () =>
        attempt(pool, request),
      )
      if (answer.status === 502 || answer.status === 503 || answer.status === 504)
        throw new DownAnswer(answer)
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
  let underWay = 0

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

  return {
    async send(request) {
      if (underWay >= concurrency) throw new Unanswered(false)
      underWay += 1
      try {
        return await withRetry(request)
      } finally {
        underWay -= 1
      }
    },
    async stop() {
      breaker.shutdown()
      await pool.destroy()
    },
  }
}

/** One request and its whole answer. */
async function attempt(
  pool: Pool,
  { method, path, headers, body, deadline }: UpstreamRequest,
): Promise<UpstreamAnswer> {
  try {
    const answer = await pool.request({
      method,
      path,
      headers: { ...headers, ...contextHeaders(), 'x-deadline-ms': String(deadline.remainingMs()) },
      body: body ?? null,
      signal: deadline.signal,
    })
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: Buffer.from(await answer.body.arrayBuffer()),
    }
  } catch (error) {
    // what the client brought about is no fault of the service
    const { reason } = deadline.signal as { reason: unknown }
    throw reason instanceof Problem ? reason : new Unanswered(!wasRefused(error), error)
  }
}

/** Whether no connection came about, so that the service cannot have heard of the request. */
function wasRefused(error: unknown): boolean {
  const { syscall, code } = error as NodeJS.ErrnoException
  return syscall === 'connect' || syscall === 'getaddrinfo' || code === 'UND_ERR_CONNECT_TIMEOUT'
}
