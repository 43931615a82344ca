import { Agent, request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { finished, pipeline, type Readable } from 'node:stream'
import CircuitBreaker from 'opossum'
import { Problem } from '@appointments/contracts'
import type { Log } from '@appointments/runtime'
import type { Deadline } from './deadline.ts'
import { Unanswered } from './unanswered.ts'

export interface UpstreamRequest {
  method: string
  /** Path and query. */
  path: string
  headers: OutgoingHttpHeaders
  /** A stream can be sent once, so its request is never tried again. */
  body?: Buffer | Readable
  /** Whether doing it twice is doing it once: reads, and writes with an idempotency key. */
  repeatable: boolean
  deadline: Deadline
}

interface UpstreamOptions {
  name: string
  /** Origin of the service, such as `http://participants:8082`. */
  url: string
  /** Most requests under way; more are refused at once. */
  concurrency: number
  log: Log
}

/** A service behind the gateway. */
export interface Upstream {
  /**
   * Sends a request and resolves when the answer begins.
   * @throws Unanswered where none came
   * @throws Problem what the body's stream failed with
   */
  send: (request: UpstreamRequest) => Promise<IncomingMessage>
  stop: () => Promise<void>
}

/** The service answered that it, or something behind it, is down: the breaker counts it, the client still gets it. */
class DownAnswer extends Error {
  readonly answer: IncomingMessage
  constructor(answer: IncomingMessage) {
    super(`answered ${answer.statusCode}`)
    this.answer = answer
  }
}

/**
 * Calls a service over kept connections. From the outside in: a limit of requests under way, one retry of what is
 * repeatable, and a circuit breaker, which opens on silence and on 502 to 504 and never on a client's mistake.
 */
export function createUpstream({ name, url, concurrency, log }: UpstreamOptions): Upstream {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency, maxFreeSockets: 64, timeout: 30_000 })
  const breaker = new CircuitBreaker(
    async (request: UpstreamRequest) => {
      const answer = await attempt({ agent, hostname, port }, request)
      if (answer.statusCode === 502 || answer.statusCode === 503 || answer.statusCode === 504)
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
  let underWay = 0

  const once = (request: UpstreamRequest): Promise<IncomingMessage> =>
    breaker.fire(request).catch((error: unknown) => {
      if (error instanceof DownAnswer) return error.answer
      throw error instanceof Problem ? error : new Unanswered(false, error)
    })

  const withRetry = async (request: UpstreamRequest): Promise<IncomingMessage> => {
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
      const release = () => (underWay -= 1)
      const answer = await withRetry(request).catch((error: unknown) => {
        release()
        throw error
      })
      finished(answer, release)
      return answer
    },
    stop() {
      breaker.shutdown()
      agent.destroy()
      return Promise.resolve()
    },
  }
}

interface Connection {
  agent: Agent
  hostname: string
  port: string
}

/** One request and the beginning of its answer. */
function attempt(
  { agent, hostname, port }: Connection,
  { method, path, headers, body, deadline }: UpstreamRequest,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({
      agent,
      hostname,
      port: port || 80,
      method,
      path,
      signal: deadline.signal,
      headers: { ...headers, 'x-deadline-ms': String(deadline.remainingMs()) },
    })
    outgoing.once('response', resolve)
    // stays for good: a connection may still break while the answer streams, which the answer's reader hears of
    const fail = (error: Error) => {
      // what the client brought about is no fault of the service
      const byClient = [deadline.signal.reason, streamed(body)?.errored].find((why) => why instanceof Problem)
      reject(byClient ?? new Unanswered(!wasRefused(error), error))
    }
    outgoing.on('error', fail)
    if (body === undefined || Buffer.isBuffer(body)) outgoing.end(body)
    else pipeline(body, outgoing, (error) => error && fail(error))
  })
}

const streamed = (body: UpstreamRequest['body']) => (Buffer.isBuffer(body) ? undefined : body)

/** Whether no connection came about, so that the service cannot have heard of the request. */
const wasRefused = (error: Error) =>
  ['connect', 'getaddrinfo'].includes((error as NodeJS.ErrnoException).syscall ?? '')
